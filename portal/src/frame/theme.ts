const storeKey = 'theme';

export type Theme = 'dark' | 'light';

/** The theme in force: the reader's choice, else that of the system. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

/** Puts the reader's choice into force, where there is one. */
export function applyTheme(): void {
  const chosen = localStorage.getItem(storeKey);
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
}

/** Changes to the other theme and keeps that. Who draws by hand hears `themechange`. */
export function switchTheme(): void {
  const next = currentTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  localStorage.setItem(storeKey, next);
  dispatchEvent(new Event('themechange'));
}

/** A colour of the theme in force. @param name of the custom property, without dashes */
export function themeColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
