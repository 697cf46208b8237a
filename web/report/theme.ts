// Light or dark: as the system has it, until somebody chooses.

import { find } from "../shared/markup";

type Theme = "light" | "dark";

const KEY = "impinge-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

export function theme(): Theme {
  return (document.documentElement.dataset["theme"] as Theme | undefined) ?? (system.matches ? "dark" : "light");
}

/** Calls back whenever it changes. */
export function followTheme(changed: () => void): void {
  const button = find<HTMLButtonElement>("theme-button");
  const tell = (): void => {
    const other = theme() === "dark" ? "light" : "dark";
    button.textContent = other === "dark" ? "Dark" : "Light";
    button.title = `Use ${other} colours`;
    changed();
  };
  button.addEventListener("click", () => {
    const chosen: Theme = theme() === "dark" ? "light" : "dark";
    document.documentElement.dataset["theme"] = chosen;
    // Pages from files may not be allowed to keep anything; then the choice lasts as long as the page.
    try {
      localStorage.setItem(KEY, chosen);
    } catch {}
    tell();
  });
  system.addEventListener("change", tell);
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === "light" || kept === "dark") document.documentElement.dataset["theme"] = kept;
  } catch {}
  tell();
}

/** A colour of the style sheet. */
export function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
