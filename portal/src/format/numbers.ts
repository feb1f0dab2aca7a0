const minus = '−';
/** Shown for an unknown number. */
export const unknown = '–';

type Maybe = number | null | undefined;

const isKnown = (value: Maybe): value is number => typeof value === 'number' && Number.isFinite(value);

function grouped(value: number, digits: number): string {
  const text = Math.abs(value).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return value < 0 && /[1-9]/.test(text) ? minus + text : text;
}

const scales = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** Three significant digits and a letter: 1.23M, 45.6k, 789. */
export function short(value: Maybe): string {
  if (!isKnown(value)) return unknown;
  const size = Math.abs(value);
  const [scale, letter] = scales.find(([least]) => size >= least * 0.9995) ?? [1, ''];
  const scaled = size / scale;
  const digits = letter === '' ? (size > 0 && size < 10 ? 2 : 0) : scaled < 10 ? 2 : scaled < 100 ? 1 : 0;
  return grouped(Math.sign(value) * scaled, digits) + letter;
}

/** Dollars in short: $1.23M. */
export function usd(value: Maybe): string {
  if (!isKnown(value)) return unknown;
  const text = short(value);
  return text.startsWith(minus) ? `${minus}$${text.slice(1)}` : `$${text}`;
}

/** Dollars with their sign: +$1.23M. */
export function signedUsd(value: Maybe): string {
  return isKnown(value) && value > 0 ? `+${usd(value)}` : usd(value);
}

/** Dollars to the cent, for wide places. */
export function wholeUsd(value: Maybe): string {
  if (!isKnown(value)) return unknown;
  const text = grouped(value, 2);
  return text.startsWith(minus) ? `${minus}$${text.slice(1)}` : `$${text}`;
}

/** A count with groups of three: 1,234,567. */
export function count(value: Maybe): string {
  return isKnown(value) ? grouped(value, 0) : unknown;
}

/** A price with enough significant digits: 64,210.5, 3.142, 0.00001234. */
export function price(value: Maybe | string): string {
  const number = typeof value === 'string' ? Number(value) : value;
  if (!isKnown(number)) return unknown;
  const size = Math.abs(number);
  if (size === 0) return '0';
  const digits = size >= 10_000 ? 1 : size >= 100 ? 2 : Math.min(10, 4 - Math.floor(Math.log10(size)));
  return grouped(number, digits);
}

/** A size in coins: five significant digits, no zeros behind them. */
export function amount(value: Maybe | string): string {
  const number = typeof value === 'string' ? Number(value) : value;
  if (!isKnown(number)) return unknown;
  if (Math.abs(number) >= 1e5) return short(number);
  return Number(number.toPrecision(5))
    .toLocaleString('en-US', { maximumFractionDigits: 8 })
    .replace('-', minus);
}

/** Percent of a number that is percent already. */
export function percent(value: Maybe, digits = 1): string {
  return isKnown(value) ? `${grouped(value, digits)}%` : unknown;
}

/** Percent with its sign: +1.2%. */
export function signedPercent(value: Maybe, digits = 2): string {
  return isKnown(value) && value > 0 ? `+${percent(value, digits)}` : percent(value, digits);
}

/** Percent of a fraction. */
export function share(value: Maybe, digits = 1): string {
  return isKnown(value) ? percent(value * 100, digits) : unknown;
}

/** A duration in its two largest units: 3d 4h, 12m 5s. */
export function duration(ms: Maybe): string {
  if (!isKnown(ms)) return unknown;
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([many]) => many > 0);
  if (first < 0) return '0s';
  return parts
    .slice(first, first + 2)
    .filter(([many]) => many > 0)
    .map(([many, unit]) => `${many}${unit}`)
    .join(' ');
}

/** The class that colours a gain or a loss. */
export function toneOf(value: Maybe): '' | 'up' | 'down' {
  if (!isKnown(value) || value === 0) return '';
  return value > 0 ? 'up' : 'down';
}
