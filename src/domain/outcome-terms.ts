import {
  type FindTemplate,
  keywordValues,
  type NamedText,
  statedTimes,
  templateIdOf,
  titleOf,
  withTemplate,
} from './outcome-template.ts';
import { minuteText, outcomeTimeMs } from './outcome-time.ts';

/**
 * What the description of an outcome or a question says of a price:
 * `class:priceBinary|underlying:BTC|expiry:20260503-0600|…`, or by the keywords of a template, `perp:BTC|threshold:78213|…`
 * (docs/exchange.md#outcomes). Free text says nothing.
 */
export interface OutcomeTerms {
  /** `priceBinary`, `priceBucket`, or the template. */
  class: string;
  /** Ticker or coin whose price decides. */
  underlying: string;
  /** How often such an outcome is listed: `1d`; undefined of a template, which is listed once. */
  period: string | undefined;
  /** Unix milliseconds; undefined where it cannot be read. */
  expiryMs: number | undefined;
  /** USD, of a price binary. */
  targetPrice: number | undefined;
  /** What the price has to do for a Yes; undefined if that is not known. */
  comparison: PriceComparison | undefined;
  /** Over how many seconds the price is taken; undefined if the description does not say. */
  seconds: number | undefined;
  /** USD, ascending, of a price bucket: n of them part n + 1 outcomes. */
  priceThresholds: readonly number[] | undefined;
}

/** Of the price and the target: the first two and `below` at expiry, `touches` at any time before. */
export type PriceComparison = 'at-or-above' | 'above' | 'below' | 'touches';

/** What the exchange says of an outcome, and of the question that it answers. */
export interface OutcomeText extends NamedText {
  question?: NamedText | undefined;
}

/** Which way of the underlying the Yes of an outcome bets on; between two prices it bets on neither. */
export type OutcomeDirection = 'above' | 'below' | 'between';

/** The terms that a text states; undefined where it names no underlying. */
export function outcomeTerms(text: NamedText): OutcomeTerms | undefined {
  const stated = keywordValues(text.description);
  const template = templateIdOf(text.name);
  if (template !== undefined) return templateTerms(template, stated, text);
  const [kind, underlying, period] = ['class', 'underlying', 'period'].map((word) => stated.get(word));
  if (!kind || !underlying || !period) return undefined;
  const prices = (stated.get('priceThresholds') ?? '').split(',').map(numberOf);
  const targetPrice = numberOf(stated.get('targetPrice') ?? '');
  return {
    class: kind,
    underlying,
    period,
    seconds: undefined,
    expiryMs: outcomeTimeMs(stated.get('expiry') ?? ''),
    targetPrice,
    comparison: targetPrice !== undefined || kind === 'priceBinary' ? 'at-or-above' : undefined,
    priceThresholds: prices.every((price) => price !== undefined) ? prices : undefined,
  };
}

function templateTerms(
  id: string,
  stated: ReadonlyMap<string, string>,
  { template }: NamedText,
): OutcomeTerms | undefined {
  const [perp = 'perp'] = [...(template?.hints ?? [])].find(([, hint]) => hint === 'hlPerp') ?? [];
  const underlying = stated.get(perp);
  if (!underlying) return undefined;
  const number = (...words: string[]) =>
    numberOf(words.map((word) => stated.get(word)).find((value) => value !== undefined) ?? '');
  return {
    class: id,
    underlying,
    period: undefined,
    priceThresholds: undefined,
    expiryMs: outcomeTimeMs(stated.get('time') ?? ''),
    targetPrice: number('threshold', 'target'),
    comparison: comparisonOf(template?.name ?? id),
    seconds: number('seconds'),
  };
}

/** By the words of a template's title; by its id while the template is not known. */
function comparisonOf(words: string): PriceComparison | undefined {
  if (/\bat or above\b/i.test(words)) return 'at-or-above';
  if (/\babove\b|^binaryPrice/i.test(words)) return 'above';
  if (/\bbelow\b/i.test(words)) return 'below';
  return /touch/i.test(words) ? 'touches' : undefined;
}

/** The terms of an outcome: its own, else those of its question. */
export function termsOf(outcome: OutcomeText): OutcomeTerms | undefined {
  return outcomeTerms(outcome) ?? (outcome.question && outcomeTerms(outcome.question));
}

/** The moments that an outcome and its question state, unix milliseconds, in no order. */
export function timesOf(outcome: OutcomeText): number[] {
  return [outcome, outcome.question].flatMap((text) => (text === undefined ? [] : statedTimes(text)));
}

/**
 * What an outcome is about; undefined where its price terms are not known.
 *
 * @param markPx of the underlying: a price that is to be touched is above it or below
 */
export function outcomeDirection(outcome: OutcomeText, markPx?: number): OutcomeDirection | undefined {
  const terms = termsOf(outcome);
  const { comparison, targetPrice } = terms ?? {};
  if (comparison === 'touches') {
    if (targetPrice === undefined || markPx === undefined) return undefined;
    return targetPrice > markPx ? 'above' : 'below';
  }
  if (comparison !== undefined) return comparison === 'below' ? 'below' : 'above';
  const bucket = bucketOf(outcome, terms);
  if (bucket === undefined) return undefined;
  if (bucket.low === undefined) return 'below';
  return bucket.high === undefined ? 'above' : 'between';
}

/** A name that says what an outcome is, with its question; the exchange's own where there is nothing better. */
export function outcomeDisplayName(outcome: OutcomeText): string {
  const terms = termsOf(outcome);
  const bucket = bucketOf(outcome, terms);
  const isPlain = terms?.targetPrice !== undefined && templateIdOf(outcome.name) === undefined;
  if (terms === undefined || (bucket === undefined && !isPlain)) return withQuestion(outcome);
  const at = terms.expiryMs === undefined ? '' : ` at ${minuteText(terms.expiryMs)}`;
  if (bucket === undefined) return `${terms.underlying} at or above ${terms.targetPrice}${at}`;
  const { low, high } = bucket;
  if (low === undefined) return `${terms.underlying} below ${high}${at}`;
  return high === undefined
    ? `${terms.underlying} at or above ${low}${at}`
    : `${terms.underlying} from ${low} to below ${high}${at}`;
}

export function withTemplates<T extends OutcomeText>(outcome: T, find: FindTemplate): T {
  const { question } = outcome;
  return { ...withTemplate(outcome, find), ...(question && { question: withTemplate(question, find) }) };
}

function withQuestion({ question, ...outcome }: OutcomeText): string {
  const title = titleOf(outcome);
  return question === undefined ? title : `${questionTitle(question).replace(/\?$/, '')}: ${title}`;
}

/** What a question asks: `BTC price at 2026-05-07 07:45 UTC` of a price bucket. */
export function questionTitle(question: NamedText): string {
  const terms = templateIdOf(question.name) === undefined ? outcomeTerms(question) : undefined;
  if (terms === undefined) return titleOf(question);
  return `${terms.underlying} price${terms.expiryMs === undefined ? '' : ` at ${minuteText(terms.expiryMs)}`}`;
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

function numberOf(text: string): number | undefined {
  return /^\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
}
