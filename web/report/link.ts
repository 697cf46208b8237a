// The address of a clash: `report.html#pair=<id>`.

const PREFIX = "#pair=";

/** The id of the pair that the address names. */
export function linked(): string | null {
  return location.hash.startsWith(PREFIX) ? decodeURIComponent(location.hash.slice(PREFIX.length)) : null;
}

/** Puts a pair into the address, without a step for the Back button for each. */
export function link(id: string | null): void {
  const hash = id === null ? "" : PREFIX + id;
  if (location.hash === hash) return;
  try {
    history.replaceState(null, "", hash || location.pathname + location.search);
  } catch {
    // Some browsers do not allow it to pages from files.
    location.hash = hash;
  }
}
