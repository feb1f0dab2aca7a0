const storeKey = 'theme';
const system = matchMedia('(prefers-color-scheme: light)');

export type Theme = 'dark' | 'light';

function chosenTheme(): Theme | undefined {
  const chosen = localStorage.getItem(storeKey);
  return chosen === 'dark' || chosen === 'light' ? chosen : undefined;
}

/** The theme in force: the reader's choice, else that of the system. */
export function currentTheme(): Theme {
  return chosenTheme() ?? (system.matches ? 'light' : 'dark');
}

/** Puts it into force. Who draws by hand hears `themechange`. */
function show(): void {
  document.documentElement.dataset.theme = currentTheme();
  dispatchEvent(new Event('themechange'));
}

/** Applies the theme; follows the system until the reader chooses one. */
export function applyTheme(): void {
  show();
  system.addEventListener('change', show);
}

/** Changes to the other theme and keeps that. */
export function switchTheme(): void {
  localStorage.setItem(storeKey, currentTheme() === 'dark' ? 'light' : 'dark');
  show();
}

/** A colour of the theme in force. @param name of the custom property, without dashes */
export function themeColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
