import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { hourMs } from '../../../kernel/clock.ts';
import { lateCheck } from '../../../kernel/late-check.ts';
import { replaceFile } from '../../../kernel/whole-file.ts';
import type { PerpAnnotations } from '../../../market/listed-market.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { ReaderParts } from '../work/reader.ts';
import { type MarketAnswers, type Markets, readMarkets } from './directory.ts';

/** How often names and keywords are read again, because deployers may edit them. */
const rereadMs = hourMs;

/**
 * Creates the reader of the names and keywords that deployers give their perps. Never rejects: without them, coins keep their
 * own names.
 *
 * @returns a function that returns the newest annotations; undefined until they were read
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

/** Market lists: first those kept by the previous process, then those read from the exchange. */
export interface MarketLists {
  /** @throws InfoError if the perps cannot be read */
  read(staleness: Staleness): Promise<void>;
  /**
   * Keeps these lists for the next process, which looks for no coins beyond them: the last trades of ended coins must be stored
   * before. @throws Error if the file cannot be written
   */
  keep(markets: Markets): void;
  /** Why the last read failed; undefined if it succeeded. */
  readonly fault: string | undefined;
}

export interface MarketListsOptions extends Pick<ReaderParts, 'info' | 'watch' | 'clock' | 'signal'> {
  /** Holder of the current lists. */
  listed: { markets: Markets };
  file: string;
  /** Exchange of the lists; kept lists of another one are ignored. */
  url: string;
  onAnswers(answers: MarketAnswers): void;
}

/** Subscriptions start at once with the kept lists: a new read may have to wait for weight, and would miss up to a minute of trades. */
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
  // Not flushed, because the exchange serves the lists again.
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
