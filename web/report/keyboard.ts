// What keys do, wherever the focus is but in a field.

export interface Keys {
  /** What the key does, by what `KeyboardEvent.key` says. */
  [key: string]: () => unknown;
}

export function listen(keys: Keys): void {
  let isPointed = false;
  document.addEventListener("pointerdown", () => (isPointed = true), true);
  document.addEventListener("keydown", ({ key }) => (isPointed &&= !/^(Tab|Arrow)/.test(key)), true);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    // Keys belong to what is typed into, or slid with arrows; dialogs close themselves.
    if (target.closest("input:not([type=checkbox], [type=range]), select, textarea, dialog")) return;
    if (target.closest("input[type=range]") && event.key.startsWith("Arrow")) return;
    // Who goes from button to button with the keyboard presses them with the space bar; who has clicked one does not.
    if (event.key === " " && target.closest(isPointed ? "[type=checkbox]" : "button, [type=checkbox]")) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
