import { dayTextOf, minuteTextOf, outcomeTimeMs } from './outcome-time.ts';

/**
 * Most outcomes are made from templates (docs/exchange.md#outcome-templates): their name is `template:<id>`, their description
 * the values of its keywords, and the words are in the template alone.
 */
export interface OutcomeTemplate {
  id: string;
  /** The title, with `{keyword}` where a value belongs. */
  name: string;
  /** The rules, with the same places. */
  description: string;
  /** Type of each keyword's value: `hlPerp`, `uDecimal`, `uInt`, `dateTime`, `date`, `string`. */
  hints: ReadonlyMap<string, string>;
}

/** A template by its id; undefined if the exchange has not published it. */
export type FindTemplate = (id: string) => OutcomeTemplate | undefined;

/** What the exchange says of an outcome or a question. */
export interface NamedText {
  name: string;
  description: string;
  /** Undefined if it is made from none, or from one that is not known. */
  template?: OutcomeTemplate | undefined;
}

const prefix = 'template:';
/** Deployers choose names and values; longer ones are cut. Characters. */
const idLimit = 64;
const valueLimit = 200;
const titleLimit = 300;

/** The template that a name refers to: `binaryPrice` of `template:binaryPrice`. */
export function templateIdOf(name: string): string | undefined {
  return name.startsWith(prefix)
    ? name.slice(prefix.length, prefix.length + idLimit).trim() || 'unnamed'
    : undefined;
}

export function withTemplate<T extends NamedText>(text: T, find: FindTemplate): T {
  const id = templateIdOf(text.name);
  const template = id === undefined ? undefined : find(id);
  return template === undefined ? text : { ...text, template };
}

/** Values by keyword: `a:1|b:x:2` has a = `1` and b = `x:2`. Free text may yield pairs; no caller reads them. */
export function keywordValues(description: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const part of description.split('|')) {
    // Values may hold colons, too.
    const colon = part.indexOf(':');
    // Deployers append `metadata=category:sports` to a value.
    const [value = ''] = part.slice(colon + 1).split(' metadata=', 1);
    if (colon > 0) values.set(part.slice(0, colon), value.slice(0, valueLimit));
  }
  return values;
}

/** The title of an outcome or a question, without the question it belongs to. */
export function titleOf(text: NamedText): string {
  if (/^((template|recurring) )?fallback$/i.test(text.name)) return 'Other';
  const id = templateIdOf(text.name);
  if (id === undefined) return text.name;
  const title = filled(text.template?.name, text) ?? keywordTitle(id, text);
  return title.length > titleLimit ? `${title.slice(0, titleLimit - 1)}…` : title;
}

/** The rules of its template; undefined if that is not known, or of another version. */
export function rulesOf(text: NamedText): string | undefined {
  return filled(text.template?.description, text);
}

/** The name of a side: `template:{participantA}` names it by a keyword. */
export function sideTitle(side: string, { description, template }: Omit<NamedText, 'name'>): string {
  if (!side.startsWith(prefix)) return side;
  const values = keywordValues(description);
  return side.slice(prefix.length).replace(/\{(\w+)\}/g, (_, keyword: string) => {
    const value = values.get(keyword);
    return value === undefined ? words(keyword) : shownValue(value, template?.hints.get(keyword));
  });
}

/** Puts the values into a text of the template; undefined if one is missing. */
function filled(text: string | undefined, { description, template }: NamedText): string | undefined {
  if (text === undefined) return undefined;
  const values = keywordValues(description);
  let isWhole = true;
  const whole = text.replace(/\{(\w+)\}/g, (_, keyword: string) => {
    const value = values.get(keyword);
    isWhole &&= value !== undefined;
    return shownValue(value ?? '', template?.hints.get(keyword));
  });
  return isWhole && whole.trim() !== '' ? whole : undefined;
}

/** `Sports total: line 43.5, measure points`: what there is to say without the template. */
function keywordTitle(id: string, { description }: NamedText): string {
  const values = [...keywordValues(description)].map(
    ([keyword, value]) => `${words(keyword).toLowerCase()} ${shownValue(value, undefined)}`,
  );
  // A number at the end of an id is its version.
  return [words(id.replace(/\d+$/, '')) || id, values.join(', ')].filter(Boolean).join(': ');
}

function shownValue(value: string, hint: string | undefined): string {
  if (hint === 'date') return dayTextOf(value);
  return hint === undefined || hint === 'dateTime' ? minuteTextOf(value) : value;
}

/** `sportsTotal` → `Sports total`. */
function words(name: string): string {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => {
    return `${before} ${after.toLowerCase()}`;
  });
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The moments that a description states, unix milliseconds, in no order. */
export function statedTimes({ description, template }: Omit<NamedText, 'name'>): number[] {
  return [...keywordValues(description)].flatMap(([keyword, value]) => {
    const isTime = /^\d{8}-\d{4}$/.test(value) || template?.hints.get(keyword) === 'date';
    return (isTime && outcomeTimeMs(value)) || [];
  });
}
