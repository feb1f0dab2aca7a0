import { Type } from 'typebox';
import { type CandleInterval, candleIntervals, type Period, periodMs } from '../../domain/intervals.ts';
import { tierLimits, tiers } from '../../domain/tier.ts';
import { dayMs, hourMs, minuteMs } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Param, ParamFault, type ParseContext } from './param.ts';
import { enumeration, int } from './scalars.ts';

export function period(byDefault: Period): Param<Period> {
  const description = 'The last 24 hours, 7 days or 30 days.';
  return enumeration(Object.keys(periodMs) as Period[], { default: byDefault, description });
}

export function candleInterval(byDefault: CandleInterval): Param<CandleInterval> {
  return enumeration(candleIntervals, { default: byDefault, description: 'Length of a candle.' });
}

const unitMs: Record<string, number> = { m: minuteMs, h: hourMs, d: dayMs };
const sinceForm = 'digits then m, h or d, e.g. 90m, 24h, 7d';

/** A look-back window that ends now. */
export interface Since {
  windowMs: number;
  /** As sent, or as capped by the tier: `24h`. */
  text: string;
}

/** The account's cap, in words (docs/guides/windows.md#the-longest-window). */
export function reach({ tier, windowDays }: ParseContext): string {
  return `the ${tier} tier reaches back at most ${windowDays} days`;
}

function checkCap(windowMs: number, context: ParseContext): void {
  if (windowMs > context.windowDays * dayMs) {
    throw new ParamFault('window', `${reach(context)} (${context.windowDays}d)`);
  }
}

function readSince(text: string, context: ParseContext): Since {
  const match = /^(\d{1,20})([mhd])$/.exec(text);
  if (match === null) throw new ParamFault('form', `must be ${sinceForm}`);
  const windowMs = Number(match[1]) * unitMs[match[2]!]!;
  if (windowMs === 0) throw new ParamFault('form', `must be longer than zero: ${sinceForm}`);
  checkCap(windowMs, context);
  return { windowMs, text };
}

/** A default longer than the tier allows shrinks to the cap (docs/contract.md#windows). */
function shrunk<T>(value: () => T, cap: (capDays: number) => T, { windowDays }: ParseContext): T {
  try {
    return value();
  } catch (error) {
    if (error instanceof ParamFault && error.kind === 'window') return cap(windowDays);
    throw error;
  }
}

/** @param defaultText e.g. `24h`; shrinks to the cap of the caller's tier */
export function since(defaultText: string): Param<Since> {
  return {
    // The schema has no pattern: a bad form is a 400 by the contract, and a published pattern would promise a 422.
    schema: { ...Type.String(), default: defaultText },
    description: `How far back to look: ${sinceForm}. At most the tier's history window.`,
    required: false,
    history: 'since',
    example: defaultText,
    fallback: (context) =>
      shrunk(
        () => readSince(defaultText, context),
        (days) => ({ windowMs: days * dayMs, text: `${days}d` }),
        context,
      ),
    read: readSince,
  };
}

interface SpanOptions {
  min: number;
  max: number;
  default: number;
  /** Integer width in the contract; default 32. */
  bits?: 32 | 64;
}

function span(name: 'hours' | 'days', oneMs: number, options: SpanOptions): Param<number> {
  const description = `Look-back window in ${name}. At most the tier's history window.`;
  const base = int({ ...options, description });
  const capped = (value: number, context: ParseContext) => {
    checkCap(value * oneMs, context);
    return value;
  };
  return {
    ...base,
    history: name,
    fallback: (context) =>
      shrunk(
        () => capped(options.default, context),
        (days) => (days * dayMs) / oneMs,
        context,
      ),
    read: (text, context) => capped(base.read(text, context), context),
  };
}

/** A window in whole hours, capped by the tier. */
export function hours(options: SpanOptions): Param<number> {
  return span('hours', hourMs, options);
}

/** A window in whole days, capped by the tier. */
export function days(options: SpanOptions): Param<number> {
  return span('days', dayMs, options);
}

/** The remedy for a too long window: a shorter one, or a tier with more history if there is one. */
function remedy({ windowDays }: ParseContext): string {
  const further = tiers.find((tier) => tierLimits[tier].windowDays > windowDays);
  if (further === undefined) return 'Ask for a shorter window.';
  return `Ask for a shorter window; the ${further} tier reaches back ${tierLimits[further].windowDays} days: see upgrade_url.`;
}

/** 400 in the legacy shape: a window longer than the tier allows (docs/contract.md#errors). */
export function windowTooLong(location: string, message: string, context: ParseContext): Problem {
  return new Problem({
    status: 400,
    code: 'WINDOW_TOO_LONG',
    title: 'History Window Too Long',
    detail: `${location}: ${message}`,
    reason: 'invalid_parameters',
    legacy: true,
    legacyFields: { hint: `${message}. ${remedy(context)}` },
  });
}

/** `hours` of the risk histories; default one week. */
export function riskHours(): Param<number> {
  return hours({ min: 1, max: 8_760, default: 168 });
}
