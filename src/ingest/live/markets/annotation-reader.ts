import { hourMs } from '../../../kernel/clock.ts';
import type { PerpAnnotations } from '../../../market/listed-market.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { ReaderParts } from '../work/reader.ts';

/** Names and keywords change when a deployer edits them. */
const rereadMs = hourMs;

/**
 * Makes the reader of names and keywords that deployers give their perps. It never rejects: an exchange without them leaves coins
 * with their own names.
 *
 * @returns a function of the newest annotations; undefined until they were read
 */
export function createAnnotationReader({
  info,
  clock,
  signal,
}: Pick<ReaderParts, 'info' | 'clock' | 'signal'>): (
  staleness: Staleness,
) => Promise<PerpAnnotations | undefined> {
  let known: PerpAnnotations | undefined;
  let askedMs = Number.NEGATIVE_INFINITY;
  return async (staleness) => {
    if (clock.nowMs() - askedMs < rereadMs) return known;
    askedMs = clock.nowMs();
    const answer = await info
      .ask({ type: 'perpConciseAnnotations' }, { staleness, signal })
      .catch(() => undefined);
    if (answer !== undefined) known = new Map(answer.data);
    return known;
  };
}
