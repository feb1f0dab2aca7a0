import { splitRange, type WalletRange } from '../analytics/wallet-ranges.ts';
import type { ChainPlace } from './chain-plan.ts';
import { chainsFrom, finishTurn, readPages, type Turn, type TurnParts } from './fold-turn.ts';
import { fillsOfRange, lane, sharedFillsOfRange, storedOfRange } from './lifecycle-queries.ts';
import { readAhead } from './read-ahead.ts';

/** The first reads of a wallet range; may start while the previous range is folded. */
export interface RangeReads {
  pieces: readonly WalletRange[];
  stored: Promise<Uint8Array>;
  /** First page of the first piece. */
  first: Promise<Uint8Array>;
}

type PageParts = Pick<TurnParts, 'store' | 'signal' | 'pageFills' | 'tokens'>;

/** @param wanted number of pieces to read the range in: each large response needs freshly allocated memory */
export function beginRange(parts: PageParts, range: WalletRange, wanted: number): RangeReads {
  const pieces = splitRange(range, wanted);
  const stored = parts.store.bytes(storedOfRange, range, { ...lane, signal: parts.signal });
  const first = pageOf(parts, pieces[0]!, firstOf(pieces[0]!), parts.pageFills);
  // These reads are never awaited if the previous turn fails.
  for (const read of [stored, first]) read.catch(() => undefined);
  return { pieces, stored, first };
}

/**
 * Folds all chains of a range of wallets from their first fill.
 *
 * @param rows.withPrices whether to write rows that differ only in prices: changed fills can change the prices of other lifecycles
 * @param onRead called near the end of reading, so that the engine reads the next range while this one is folded
 */
export async function foldRange(
  parts: TurnParts,
  { pieces, stored, first }: RangeReads,
  rows: { version: number; withPrices: boolean },
  onRead?: () => void,
): Promise<Turn> {
  return parts.thread.call(async (thread) => {
    await thread.begin({ ...rows, isWhole: true });
    await thread.stored(await stored);
    let fills = 0;
    const isShared = parts.tokens.pairs.length > 0;
    const read = (piece: WalletRange) =>
      piece === pieces[0] ? first : pageOf(parts, piece, firstOf(piece), parts.pageFills);
    for await (const [piece, firstPage] of readAhead(pieces, read)) {
      if (piece === pieces.at(-1) && !isShared) onRead?.();
      let page: Uint8Array | undefined = firstPage;
      fills += await readPages(parts, thread, 'whole', firstOf(piece), async (at, most) => {
        const bytes = page ?? pageOf(parts, piece, at, most);
        page = undefined;
        return bytes;
      });
    }
    for (const piece of isShared ? pieces : []) {
      fills += await readPages(parts, thread, 'whole', firstOf(piece), (at, most) =>
        pageOf(parts, piece, at, most, sharedFillsOfRange),
      );
    }
    if (isShared) onRead?.();
    return { fills, written: await finishTurn(parts, thread) };
  });
}

const firstOf = ({ from }: WalletRange): ChainPlace => ({ wallet: from, ...chainsFrom });

function pageOf(
  { store, signal, tokens }: PageParts,
  { to }: WalletRange,
  { wallet, coin, timeMs }: ChainPlace,
  most: number,
  fills: typeof fillsOfRange | typeof sharedFillsOfRange = fillsOfRange,
): Promise<Uint8Array> {
  const page = { from: wallet, to, coin, at: timeMs, most, ...tokens };
  return store.bytes(fills, page, { ...lane, signal });
}
