import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { KeyedSpan } from '../../coverage/book.ts';
import { spanOfBoth } from '../../coverage/interval.ts';
import { parseAddress } from '../../domain/address.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { WireFill } from '../../wire/fill.ts';
import { readFill } from '../../wire/fill.ts';
import { userFunding } from '../../wire/funding.ts';
import { ledgerUpdate } from '../../wire/ledger-update.ts';
import { ledgerRows } from '../facts/ledger-rows.ts';
import { walletFundingRow } from '../facts/market-rows.ts';
import { aheadFromMs } from '../fills-ahead.ts';
import type { FillSource, SourceChunk } from '../source.ts';
import { type ChunkBuilder, createChunkBuilder, rawJson } from './chunk-builder.ts';

const fileBytesLimit = 256 << 20;
const answers = 'one answer of userFills, userFillsByTime, userFunding or userNonFundingLedgerUpdates';

/**
 * Opens a raw answer of the exchange's `userFills` or `userFillsByTime` (docs/exchange.md#fills-of-a-wallet), `userFunding` or
 * `userNonFundingLedgerUpdates` as a source. `userFills` is newest first and is reversed, so that both give the same order.
 *
 * @param wallet The wallet that the answer is about, in any case: the fills do not name it.
 * @param file Path of the answer, a JSON array.
 * @returns The source; a rejected record's line is the element's place in the array, from 1.
 * @throws Error naming the fault of the wallet or the file.
 */
export async function openUserFills(wallet: string, file: string): Promise<FillSource> {
  const address = parseAddress(wallet);
  if (address === undefined) {
    throw new Error(`wallet ${JSON.stringify(wallet)} is no address: expected 0x and 40 hex digits`);
  }
  const path = resolve(file);
  const bytes = await fileBytes(path);
  return {
    totalBytes: bytes,
    totalFiles: 1,
    async *read(signal) {
      if (!signal.aborted) yield* readAnswer(address, path, bytes, signal);
    },
  };
}

async function* readAnswer(
  wallet: string,
  path: string,
  bytes: number,
  signal: AbortSignal,
): AsyncGenerator<SourceChunk> {
  const elements = await parseAnswer(path);
  const builder = createChunkBuilder(path, wallet);
  const usable: WireFill[] = [];
  const lines = new Map<WireFill, number>();
  const beforeMs = aheadFromMs(systemClock);
  const spans = createSpans(wallet);
  const takeFact = createFactTaker(wallet, builder, spans);
  for (const [index, element] of elements.entries()) {
    if (isDelta(element)) {
      takeFact(element, index + 1);
      if (builder.full) yield builder.take(0);
      continue;
    }
    const reading = readFill(element, beforeMs);
    if (typeof reading === 'string') builder.reject(index + 1, -1, reading, rawJson(element));
    else {
      usable.push(reading.fill);
      lines.set(reading.fill, index + 1);
      builder.leaveOut(index + 1, -1, reading.odd, element);
    }
    if (builder.full) yield builder.take(0);
  }
  const fills = oldestFirst(usable);
  for (const [index, fill] of fills.entries()) {
    builder.line = lines.get(fill)!;
    builder.rows.append({ wallet, fill, block: 0, seq: 0 });
    builder.unordered();
    if (!builder.full) continue;
    if (signal.aborted) return;
    yield builder.take(Math.floor((bytes * index) / fills.length));
  }
  builder.finish();
  if (fills.length > 0) spans.note('fills', fills[0]!.time, fills.at(-1)!.time);
  yield { ...builder.take(bytes), covered: spans.covered() };
}

/** Rows of `userFunding` and `userNonFundingLedgerUpdates` have a `delta` with a type. */
type DeltaRow = { delta: { type?: unknown } };

function isDelta(element: unknown): element is DeltaRow {
  const { delta } = (element ?? {}) as Partial<DeltaRow>;
  return typeof delta === 'object' && delta !== null;
}

type Spans = ReturnType<typeof createSpans>;

/** From the first to the last row of each feed, in any order of the rows: an answer leaves out none between. */
function createSpans(wallet: string) {
  const spans = new Map<string, KeyedSpan>();
  return {
    note(feed: string, fromMs: number, toMs = fromMs): void {
      const span = { fromMs, toMs };
      spans.set(feed, { feed, wallet, ...spanOfBoth(spans.get(feed) ?? span, span) });
    },
    covered: (): KeyedSpan[] => [...spans.values()],
  };
}

function createFactTaker(wallet: string, builder: ChunkBuilder, spans: Spans) {
  const rowOf = ledgerRows();
  return (element: DeltaRow, line: number): void => {
    const isPayment = element.delta.type === 'funding';
    const reading = isPayment ? userFunding.read(element) : ledgerUpdate.read(element);
    if ('fault' in reading) {
      builder.reject(line, -1, reading.fault, rawJson(element));
    } else if ('reading' in reading.data) {
      const { time: timeMs, hash, reading: update } = reading.data;
      spans.note('walletLedger', timeMs);
      builder.misc.ledger.push(rowOf({ wallet, timeMs, hash }, update));
    } else {
      spans.note('walletFunding', reading.data.time);
      builder.misc.funding.push(walletFundingRow(wallet, reading.data));
    }
  };
}

/** Reverses an answer whose times mostly descend; equal times keep their order, or are reversed with it. */
export function oldestFirst(fills: WireFill[]): WireFill[] {
  let rising = 0;
  for (let i = 1; i < fills.length; i++) rising += Math.sign(fills[i]!.time - fills[i - 1]!.time);
  if (rising < 0) fills.reverse();
  // Stable sort: orders concatenated pages without changing the order inside a millisecond.
  return fills.sort((a, b) => a.time - b.time);
}

async function fileBytes(path: string): Promise<number> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const what =
      error.code === 'ENOENT' ? 'does not exist' : `cannot be read: ${error.code ?? error.message}`;
    throw new Error(`${path} ${what}; name a file that holds ${answers}`);
  });
  if (!stats.isFile()) throw new Error(`${path} is no file; name ${answers}`);
  if (stats.size > fileBytesLimit) {
    throw new Error(`${path} has ${stats.size} bytes, at most ${fileBytesLimit} are read as one answer`);
  }
  return stats.size;
}

async function parseAnswer(path: string): Promise<unknown[]> {
  const expected = `expected the JSON array of ${answers}`;
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is no JSON (${(error as Error).message}); ${expected}`);
  }
  if (!Array.isArray(value)) throw new Error(`${path} is no JSON array; ${expected}`);
  return value;
}
