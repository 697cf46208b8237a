// The address of a clash: `report.html#pair=<id>`, in a sweep also of a time: `#pair=<id>&time=<seconds>`.

/** What the address names. */
export interface Linked {
  pair: string | null;
  time: number | null;
}

export function linked(): Linked {
  const words = new URLSearchParams(location.hash.slice(1));
  const time = Number(words.get("time") ?? NaN);
  return { pair: words.get("pair"), time: Number.isFinite(time) ? time : null };
}

/**
 * Puts a pair and a time into the address, without a step for the Back button for each. The time keeps all its digits: of one that
 * counts from 1970, the first ten say no more than the second.
 */
export function link(pair: string | null, time: number | null): void {
  const words = [pair === null ? "" : `pair=${pair}`, time === null ? "" : `time=${time}`].filter(Boolean);
  const hash = words.length ? `#${words.join("&")}` : "";
  if (location.hash === hash) return;
  try {
    history.replaceState(null, "", hash || location.pathname + location.search);
  } catch {
    // Some browsers do not allow it to pages from files.
    location.hash = hash;
  }
}
