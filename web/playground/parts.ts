// Parts of the page that come once they are needed, and may not: without a network, or when the site is not there.

let hasFailed = false;

/** Is the page itself to be had? */
async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Gets a part, or says that it did not come. */
export async function part<Part>(get: () => Promise<Part>): Promise<Part> {
  try {
    return await get();
  } catch (error) {
    // A browser that keeps a failure forgets it with the page; the address holds what was chosen.
    if (hasFailed && (await isReachable())) {
      location.reload();
      return new Promise(() => {});
    }
    hasFailed = true;
    throw new Error(`This part of the page could not be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}
