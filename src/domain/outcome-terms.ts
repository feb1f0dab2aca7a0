/**
 * What the description of an outcome or a question says:
 * `class:priceBinary|underlying:BTC|expiry:20260503-0600|…` (docs/exchange.md#outcomes). Free text says
 * nothing.
 */
export interface OutcomeTerms {
  /** `priceBinary`, `priceBucket`. */
  class: string;
  /** Ticker whose price decides. */
  underlying: string;
  /** How often such an outcome is listed: `1d`. */
  period: string;
  /** Unix milliseconds; undefined where it cannot be read. */
  expiryMs: number | undefined;
  /** USD, of a price binary: Yes at or above it. */
  targetPrice: number | undefined;
  /** USD, ascending, of a price bucket: n of them part n + 1 outcomes. */
  priceThresholds: readonly number[] | undefined;
}

/** A question, as far as it describes its outcomes. */
export interface QuestionText {
  name: string;
  description: string;
}

/** What the exchange says of an outcome, and of the question that it answers. */
export interface OutcomeText {
  name: string;
  description: string;
  question?: QuestionText | undefined;
}

/** Which way of the underlying the Yes of an outcome bets on; between two prices it bets on neither. */
export type OutcomeDirection = 'above' | 'below' | 'between';

/** The terms that a description states; undefined where it lacks one of class, underlying and period. */
export function outcomeTerms(description: string): OutcomeTerms | undefined {
  const stated = new Map<string, string>();
  for (const part of description.split('|')) {
    // Values may hold colons, too.
    const colon = part.indexOf(':');
    if (colon > 0) stated.set(part.slice(0, colon), part.slice(colon + 1));
  }
  const [kind, underlying, period] = ['class', 'underlying', 'period'].map((word) => stated.get(word));
  if (!kind || !underlying || !period) return undefined;
  const prices = (stated.get('priceThresholds') ?? '').split(',').map(priceOf);
  return {
    ...{ class: kind, underlying, period },
    expiryMs: expiryMs(stated.get('expiry') ?? ''),
    targetPrice: priceOf(stated.get('targetPrice') ?? ''),
    priceThresholds: prices.every((price) => price !== undefined) ? prices : undefined,
  };
}

/** The terms of an outcome: its own, else those of its question. */
export function termsOf({ description, question }: OutcomeText): OutcomeTerms | undefined {
  return outcomeTerms(description) ?? (question && outcomeTerms(question.description));
}

/** What an outcome is about; undefined where its price terms are not known. */
export function outcomeDirection(outcome: OutcomeText): OutcomeDirection | undefined {
  const terms = termsOf(outcome);
  if (terms?.targetPrice !== undefined || terms?.class === 'priceBinary') return 'above';
  const bucket = bucketOf(outcome, terms);
  if (bucket === undefined) return undefined;
  if (bucket.low === undefined) return 'below';
  return bucket.high === undefined ? 'above' : 'between';
}

/** A name that says what an outcome is; the exchange's own where there is nothing better. */
export function outcomeDisplayName(outcome: OutcomeText): string {
  const { name, question } = outcome;
  const terms = termsOf(outcome);
  if (terms === undefined) return question === undefined ? name : `${question.name}: ${name}`;
  const at = terms.expiryMs === undefined ? '' : ` at ${minuteText(terms.expiryMs)}`;
  if (terms.targetPrice !== undefined) return `${terms.underlying} at or above ${terms.targetPrice}${at}`;
  const bucket = bucketOf(outcome, terms);
  if (bucket === undefined) return question === undefined ? name : `${question.name}: ${name}`;
  const { low, high } = bucket;
  if (low === undefined) return `${terms.underlying} below ${high}${at}`;
  return high === undefined
    ? `${terms.underlying} at or above ${low}${at}`
    : `${terms.underlying} from ${low} to below ${high}${at}`;
}

/** The prices of an outcome of a bucket question, which names its place: `index:1`. */
function bucketOf(
  { description }: OutcomeText,
  terms: OutcomeTerms | undefined,
): { low: number | undefined; high: number | undefined } | undefined {
  const thresholds = terms?.priceThresholds;
  const place = /(?:^|\|)index:(\d{1,3})(?:\||$)/.exec(description)?.[1];
  if (thresholds === undefined || place === undefined || Number(place) > thresholds.length) return undefined;
  return { low: thresholds[Number(place) - 1], high: thresholds[Number(place)] };
}

function priceOf(text: string): number | undefined {
  return /^\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
}

/** `20260503-0600`, UTC. */
function expiryMs(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute] = match;
  const timeMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  // Date.parse rolls 30 February over to March.
  return Number.isNaN(timeMs) || new Date(timeMs).getUTCDate() !== Number(day) ? undefined : timeMs;
}

function minuteText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
