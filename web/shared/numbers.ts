// How numbers are written for people.

/** A number with as many decimals as a step has. */
export function decimal(value: number, step: number): string {
  const decimals = Math.min(12, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
  // Adding 0 makes −0 the same as 0.
  return (Number(value.toFixed(decimals)) + 0).toFixed(decimals).replace("-", "−");
}

/** Four digits, without zeros that say nothing. */
export function digits(value: number): string {
  if (value === 0) return "0";
  const decimals = Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value))));
  return decimals > 9 ? value.toExponential(2) : String(Number(value.toFixed(decimals)));
}

/** A whole number, in groups of three digits. */
export function whole(number: number | string): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${whole(number)} ${number === 1 ? noun : plural}`;
}

/** The least time in seconds that is told in a unit, how long that is, and its name. */
export const TIMES: readonly [number, number, string][] = [[1, 1, "s"], [1e-3, 1e-3, "ms"], [1e-6, 1e-6, "µs"], [0, 1e-9, "ns"]];

/** How long something takes, in the unit in which it is easy to read. */
export function duration(time: number): string {
  const [, scale, unit] = TIMES.find(([least]) => time >= least) ?? [0, 1, "s"];
  return `${Number((time / scale).toPrecision(3))} ${unit}`;
}
