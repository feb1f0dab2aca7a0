/** Writes realistic fills, deterministic by seed; input of the import benchmark. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';

export interface FillFiles {
  /** `[wallet, fill]` lines are written here. */
  linesPath?: string;
  /** Lines of blocks are written here: the same fills in the same order. */
  blocksPath?: string;
  fills: number;
  seed: number;
  firstTimeMs: number;
  wallets?: number;
  coins?: number;
  /** The last fill is a gain of this many USD by a new wallet, so that its arrival shows on a leaderboard. */
  lastWinUsd?: number;
}

/** Mean time between blocks; every block holds some trades. */
const blockMs = 70;
const flushCharacters = 1 << 20;

/** A small fast generator (xorshift32): equal seeds give equal files on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

/** The address of wallet `index`: spread like real ones, which are hashes. */
export function walletAddress(index: number): string {
  let text = '0x';
  let mixed = (index + 1) | 0;
  for (let i = 0; i < 5; i++) {
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
    text += ((mixed ^ (mixed >>> 15)) >>> 0).toString(16).padStart(8, '0');
  }
  return text;
}

/** Writes the files. @returns the address of the wallet with the last win. */
export function generateFills(options: FillFiles): string {
  const { fills, seed, linesPath, blocksPath } = options;
  const lines = linesPath === undefined ? undefined : textFile(linesPath);
  const blocks = blocksPath === undefined ? undefined : textFile(blocksPath);
  const market = createMarket(options);
  const random = seededRandom(seed ^ 0x5bd1e995);
  let timeMs = options.firstTimeMs;
  let block = 900_000_000;
  for (let written = 0; written < fills; ) {
    timeMs += 1 + Math.floor(random() * 2 * blockMs);
    block += 1;
    // Most blocks hold a few trades, some a hundred.
    const trades = Math.max(1, Math.min(Math.ceil((fills - written) / 2), Math.floor(4 / (random() + 0.04))));
    const events: string[] = [];
    for (let i = 0; i < trades; i++) events.push(...market.trade(timeMs));
    written += events.length;
    lines?.write(`${events.join('\n')}\n`);
    blocks?.write(blockLine(events, timeMs, block));
  }
  const winner = walletAddress(0x40000000 + seed);
  if (options.lastWinUsd !== undefined) {
    const event = winningEvent({ wallet: winner, winUsd: options.lastWinUsd, timeMs: timeMs + blockMs });
    lines?.write(`${event}\n`);
    blocks?.write(blockLine([event], timeMs + blockMs, block + 1));
  }
  lines?.close();
  blocks?.close();
  return winner;
}

/** Wallets with positions, and trades between them. */
function createMarket({ seed, wallets = 100_000, coins = 200 }: FillFiles) {
  const random = seededRandom(seed);
  const addresses = Array.from({ length: wallets }, (_, i) => walletAddress(i));
  const symbols = Array.from({ length: coins }, (_, i) => `${i % 5 === 4 ? 'xyz:' : ''}C${i}`);
  const prices = Array.from({ length: coins }, (_, i) => 10 ** ((i * 7) % 5) * (1 + (i % 9)));
  /** Signed position in hundredths of the coin, by wallet × coins + coin. */
  const positions = new Map<number, number>();
  const hex = (digits: number): string => {
    let text = '';
    while (text.length < digits) text += ((random() * 0x100000000) >>> 0).toString(16).padStart(8, '0');
    return text.slice(0, digits);
  };
  // Heavy tails: a hundredth of the wallets makes half of the fills, and a handful of coins most trades.
  const heavy = (count: number): number => Math.floor(count ** random()) - 1;
  const id = (): number => Math.floor(random() * 1e15);

  function fillOf(shared: {
    coin: number;
    px: number;
    size: number;
    side: 'B' | 'A';
    hash: string;
    tid: number;
    timeMs: number;
    crossed: boolean;
  }): string {
    const { coin, px, size, side, hash, tid, timeMs, crossed } = shared;
    const wallet = heavy(wallets);
    const key = wallet * coins + coin;
    const before = positions.get(key) ?? 0;
    const signed = side === 'B' ? size : -size;
    positions.set(key, before + signed);
    const closing = before !== 0 && before > 0 !== signed > 0;
    const closed = closing ? Math.min(Math.abs(before), size) / 100 : 0;
    const pnl = closed === 0 ? '0.0' : (closed * px * (random() - 0.49) * 0.1).toFixed(5);
    const fee = ((px * size) / 100) * (crossed ? 0.00045 : 0.00015);
    const direction = closing
      ? `Close ${before > 0 ? 'Long' : 'Short'}`
      : `Open ${side === 'B' ? 'Long' : 'Short'}`;
    const cloid = random() < 0.3 ? `"cloid":"0x${hex(32)}",` : '';
    const builder =
      random() < 0.05 ? `"builderFee":"${(fee / 3).toFixed(6)}","builder":"${addresses[coin]}",` : '';
    return (
      `["${addresses[wallet]}",{"coin":"${symbols[coin]}","px":"${px}","sz":"${(size / 100).toFixed(2)}","side":"${side}",` +
      `"time":${timeMs},"startPosition":"${(before / 100).toFixed(2)}","dir":"${direction}","closedPnl":"${pnl}",` +
      `"hash":"0x${hash}","oid":${Math.floor(random() * 4e11)},"crossed":${crossed},"fee":"${fee.toFixed(6)}","tid":${tid},` +
      `${cloid}${builder}"feeToken":"USDC","twapId":null}]`
    );
  }

  return {
    /** The two sides of one trade. */
    trade(timeMs: number): [string, string] {
      const coin = heavy(coins);
      prices[coin]! *= 1 + (random() - 0.5) / 1_000;
      const px = Number(prices[coin]!.toPrecision(5));
      const size = 1 + Math.floor((random() * 500_000) / px);
      const shared = { coin, px, size, timeMs, hash: hex(64), tid: id() };
      const buyerCrossed = random() < 0.5;
      return [
        fillOf({ ...shared, side: 'B', crossed: buyerCrossed }),
        fillOf({ ...shared, side: 'A', crossed: !buyerCrossed }),
      ];
    },
  };
}

/** A line with one fill that gains `win.winUsd`. @param win.id of its trade and order: another one is another fill */
export function winningEvent(win: { wallet: string; winUsd: number; timeMs: number; id?: number }): string {
  const { wallet, winUsd, timeMs, id = 1 } = win;
  return JSON.stringify([
    wallet,
    {
      coin: 'C0',
      px: '10.0',
      sz: '1.0',
      side: 'A',
      time: timeMs,
      startPosition: '1.0',
      dir: 'Close Long',
      closedPnl: `${winUsd}.0`,
      hash: `0x${'0'.repeat(64)}`,
      oid: id,
      crossed: true,
      fee: '0.0',
      tid: id,
      feeToken: 'USDC',
      twapId: null,
    },
  ]);
}

function blockLine(events: readonly string[], timeMs: number, block: number): string {
  const time = new Date(timeMs).toISOString().slice(0, -1);
  return `{"local_time":"${time}000000","block_time":"${time}000000","block_number":${block},"events":[${events.join(',')}]}\n`;
}

/** Appends text in large pieces. */
function textFile(path: string) {
  const file = openSync(path, 'w');
  let pieces: string[] = [];
  let held = 0;
  const flush = (): void => {
    writeSync(file, pieces.join(''));
    pieces = [];
    held = 0;
  };
  return {
    write(text: string): void {
      pieces.push(text);
      held += text.length;
      if (held >= flushCharacters) flush();
    },
    close(): void {
      flush();
      closeSync(file);
    },
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      lines: { type: 'string' },
      blocks: { type: 'string' },
      fills: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '2026-03-01T00:00:00Z' },
    },
  });
  generateFills({
    ...(values.lines !== undefined && { linesPath: values.lines }),
    ...(values.blocks !== undefined && { blocksPath: values.blocks }),
    fills: Number(values.fills),
    seed: Number(values.seed),
    firstTimeMs: Date.parse(values.from),
  });
}
