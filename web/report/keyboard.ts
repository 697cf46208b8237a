// What keys do, wherever the focus is but in a field.

export interface Keys {
  /** What the key does, by what `KeyboardEvent.key` says. */
  [key: string]: () => unknown;
}

export function listen(keys: Keys): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    // Keys belong to what is typed into or slid; dialogs close themselves.
    if (target.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
