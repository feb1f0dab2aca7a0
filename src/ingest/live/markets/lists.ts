import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { hourMs } from '../../../kernel/clock.ts';
import { lateCheck } from '../../../kernel/late-check.ts';
import { replaceFile } from '../../../kernel/whole-file.ts';
import type { PerpAnnotations } from '../../../market/listed-market.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { ReaderParts } from '../work/reader.ts';
import { type MarketAnswers, type Markets, readMarkets } from './directory.ts';

/** Names and keywords change when a deployer edits them. */
const rereadMs = hourMs;

/**
 * Makes the reader of names and keywords that deployers give their perps. It never rejects: an exchange without them leaves coins
 * with their own names.
 *
 * @returns a function of the newest annotations; undefined until they were read
 */
function createAnnotationReader({
  info,
  clock,
  signal,
}: Pick<ReaderParts, 'info' | 'clock' | 'signal'>): (
  staleness: Staleness,
) => Promise<PerpAnnotations | undefined> {
  let known: PerpAnnotations | undefined;
  let requestedMs = Number.NEGATIVE_INFINITY;
  return async (staleness) => {
    if (clock.nowMs() - requestedMs < rereadMs) return known;
    requestedMs = clock.nowMs();
    const answer = await info
      .ask({ type: 'perpConciseAnnotations' }, { staleness, signal })
      .catch(() => undefined);
    if (answer !== undefined) known = new Map(answer.data);
    return known;
  };
}

/** The lists of markets: those of the process before at first, and read again from then on. */
export interface MarketLists {
  /** @throws InfoError where the perps cannot be had */
  read(staleness: Staleness): Promise<void>;
  /**
   * Makes these the ones that the next process begins with. What it does not find in them any more it no longer looks for:
   * the last trades of coins that have ended are stored before. @throws Error where the file cannot be written
   */
  keep(markets: Markets): void;
  /** Why they could not be read the last time. */
  readonly fault: string | undefined;
}

export interface MarketListsOptions extends Pick<ReaderParts, 'info' | 'watch' | 'clock' | 'signal'> {
  /** Holds them. */
  listed: { markets: Markets };
  file: string;
  /** Whose markets these are. */
  url: string;
  /** Takes the other parts of the lists. */
  onAnswers(answers: MarketAnswers): void;
}

/**
 * Subscriptions begin with the lists of the process before, at once: to read them again a process may have to wait for
 * weight, and would miss the trades of up to a minute meanwhile.
 */
export function openMarketLists(options: MarketListsOptions): MarketLists {
  const { info, watch, clock, signal, listed, file, url, onAnswers } = options;
  listed.markets = keptMarkets(file, url) ?? listed.markets;
  const readAnnotations = createAnnotationReader({ info, clock, signal });
  let fault: string | undefined;
  return {
    async read(staleness) {
      try {
        const { markets, answers } = await readMarkets(info, { before: listed.markets, staleness, signal });
        listed.markets = markets;
        fault = undefined;
        onAnswers({ ...answers, annotations: await readAnnotations(staleness) });
      } catch (error) {
        fault = (error as Error).message;
        throw error;
      }
      watch.seen('markets', { atMs: clock.nowMs(), received: listed.markets.perps.length });
    },
    keep: (markets) => keepMarkets(file, url, markets),
    get fault() {
      return fault;
    },
  };
}

const names = Type.Array(Type.String());
const isRecord = lateCheck(
  Type.Object({
    url: Type.String(),
    universes: Type.Array(Type.Tuple([Type.String(), names])),
    perps: names,
    spot: names,
    outcomes: names,
    tokens: Type.Array(Type.Tuple([Type.Integer(), Type.String()])),
  }),
);

function keepMarkets(file: string, url: string, { universes, tokens, ...lists }: Markets): void {
  // The exchange has it, too.
  replaceFile(file, JSON.stringify({ url, universes: [...universes], tokens: [...tokens], ...lists }), {
    flush: false,
  });
}

function keptMarkets(file: string, url: string): Markets | undefined {
  let record: unknown;
  try {
    record = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // none, or an unreadable one: the lists come from the exchange
  }
  if (!isRecord.Check(record) || record.url !== url) return undefined;
  const { universes, tokens, perps, spot, outcomes } = record;
  return { universes: new Map(universes), tokens: new Map(tokens), perps, spot, outcomes };
}
