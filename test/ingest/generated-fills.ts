import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compressFrameSync } from 'lz4-napi';
import { autoDeleveraging } from '../../src/domain/fill.ts';
import type { WireFill } from '../../src/wire/fill.ts';
import { seededNumbers, walletOf } from '../source-fills.ts';

/** One block of the exchange as its node writes it. */
export interface GeneratedBlock {
  number: number;
  timeMs: number;
  events: [string, WireFill][];
}

export interface GenerateOptions {
  seed: number;
  blocks: number;
  /** Trades of a block; each is two fills. */
  tradesPerBlock?: number;
  wallets?: number;
  /** Time of the first block; 2026-03-31T22:00Z by default, so that two hours later the month ends. */
  startMs?: number;
  stepMs?: number;
}

const perps = ['BTC', 'ETH', 'SOL', 'kPEPE', 'xyz:GOLD'];
const outcome = '#10';
const spot = '@107';
const zeroHash = `0x${'0'.repeat(64)}`;

/**
 * Blocks of trades, the same for the same options: positions chain within each wallet and coin and flip now
 * and then; some fills pay a builder, carry a client's id, belong to a liquidation or an auto-deleveraging; spot buys pay their fee in
 * the base token, and spot sales get a rebate in it; a block in forty is one of dust conversions; some rows of an outcome are settlements.
 */
export function* generateBlocks(options: GenerateOptions): Generator<GeneratedBlock> {
  const { seed, blocks, tradesPerBlock = 5, wallets = 200, stepMs = 70 } = options;
  const startMs = options.startMs ?? Date.UTC(2026, 2, 31, 22);
  const below = seededNumbers(seed);
  const positions = new Map<string, number>();
  let oid = 1_000_000;
  for (let index = 0; index < blocks; index++) {
    const timeMs = startMs + index * stepMs;
    const events: [string, WireFill][] = [];
    const number = 900_000_000 + index;
    if (index % 40 === 39) {
      oid += 1;
      for (let n = 0; n < 12; n++) events.push([walletOf(1 + n), dust(timeMs, oid, below)]);
    }
    for (let trade = 0; trade < tradesPerBlock; trade++) {
      const buyer = 1 + below(wallets);
      const seller = 1 + ((buyer + below(wallets - 1)) % wallets);
      const drawn = below(12) === 0 ? spot : perps[below(perps.length)]!;
      const coin = index % 9 === 8 && trade === 0 ? outcome : drawn;
      const terms = { coin, px: priceText(coin, below), steps: 1 + below(5_000), tid: tidOf(below), timeMs };
      const hash = below(6) === 0 ? zeroHash : hashOf(below);
      const sides = [[buyer, 'B'] as const, [seller, 'A'] as const].map(([n, side]) => {
        oid += 1;
        const fill = sideOf({ ...terms, hash, side, oid, crossed: (side === 'B') === (trade % 2 === 0) }, n);
        events.push([walletOf(n), fill]);
        return fill;
      });
      // Both sides of a liquidation name the one who was liquidated.
      const liquidation = sides.find((fill) => fill.liquidation)?.liquidation;
      if (!liquidation) continue;
      for (const fill of sides) fill.liquidation = liquidation;
      const taker = sides.find((_, i) => walletOf([buyer, seller][i]!) !== liquidation.liquidatedUser);
      if (taker !== undefined && index % 3 === 0) taker.dir = autoDeleveraging;
    }
    yield { number, timeMs, events };
  }

  function sideOf(terms: Terms, wallet: number): WireFill {
    const { coin, px, steps, side } = terms;
    const key = `${wallet} ${coin}`;
    const before = positions.get(key) ?? 0;
    const after = before + (side === 'B' ? steps : -steps);
    positions.set(key, after);
    const closing = before !== 0 && Math.sign(before) !== (side === 'B' ? 1 : -1);
    const closedPnl = closing
      ? amountText((below(2_000_001) - 990_000) * (below(3) === 0 ? 1_000_000 : 1), 6)
      : '0.0';
    const fee = below(50_000) - 5_000;
    const fill: WireFill = {
      coin,
      px,
      sz: amountText(steps, 4),
      side,
      time: terms.timeMs,
      startPosition: amountText(before, 4),
      dir: dirOf(coin, terms, { before, after }),
      closedPnl,
      hash: terms.hash,
      oid: terms.oid,
      crossed: terms.crossed,
      fee: amountText(fee, 8),
      tid: terms.tid,
      feeToken: coin === spot && (side === 'B') === fee >= 0 ? 'HYPE' : 'USDC',
      twapId: null,
    };
    if (below(3) === 0) fill.cloid = hashOf(below).slice(0, 34);
    if (below(10) === 0)
      Object.assign(fill, { builder: walletOf(7_000_001), builderFee: amountText(below(900), 6) });
    if (below(200) === 0)
      fill.liquidation = { liquidatedUser: walletOf(wallet), markPx: px, method: 'market' };
    return fill;
  }
}

interface Terms {
  coin: string;
  px: string;
  /** Size in ten-thousandths. */
  steps: number;
  side: 'B' | 'A';
  timeMs: number;
  tid: number;
  oid: number;
  hash: string;
  crossed: boolean;
}

function dust(time: number, oid: number, below: (end: number) => number): WireFill {
  return {
    ...{ coin: '@1', px: '0.2', sz: amountText(1 + below(999), 6), side: 'A', time, startPosition: '0.001' },
    ...{
      dir: 'Spot Dust Conversion',
      closedPnl: '0.0',
      hash: zeroHash,
      oid,
      crossed: false,
      fee: '0.0',
      tid: 0,
    },
    feeToken: 'USDC',
    twapId: null,
  } as WireFill;
}

/** A part of the rows of outcomes are what holders were paid. */
function dirOf(
  coin: string,
  { side, oid }: Pick<Terms, 'side' | 'oid'>,
  { before, after }: { before: number; after: number },
): string {
  if (coin === outcome && oid % 4 === 0) return 'Settlement';
  return coin === spot ? (side === 'B' ? 'Buy' : 'Sell') : directionOf(before, after);
}

function directionOf(before: number, after: number): string {
  if (before > 0 && after < 0) return 'Long > Short';
  if (before < 0 && after > 0) return 'Short > Long';
  const sideName = before > 0 || (before === 0 && after > 0) ? 'Long' : 'Short';
  return `${Math.abs(after) > Math.abs(before) ? 'Open' : 'Close'} ${sideName}`;
}

function priceText(coin: string, below: (end: number) => number): string {
  return coin === 'BTC' ? `${60_000 + below(9_000)}.${below(10)}` : `${1 + below(300)}.${below(100_000)}`;
}

/** A whole number of 10^-decimals as decimal text. */
function amountText(units: number, decimals: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function tidOf(below: (end: number) => number): number {
  return below(2 ** 18) * 2 ** 32 + below(2 ** 32);
}

function hashOf(below: (end: number) => number): string {
  const parts = Array.from({ length: 8 }, () =>
    below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  );
  return `0x${parts.join('')}`;
}

/** A block as a line of `node_fills_by_block`. */
export function blockLine({ number, timeMs, events }: GeneratedBlock): string {
  const time = new Date(timeMs).toISOString().slice(0, -1);
  return JSON.stringify({ local_time: time, block_time: time, block_number: number, events });
}

/** Lines that cannot be used, each for another reason. */
export const badLines = [
  '{"block_time":"2026-03-31T22:00:00","block_number":1,"events":[["0x12",{}]]}',
  'no JSON at all',
  '{"block_number":2,"events":[[{}]]}',
];

/**
 * Writes blocks as the node's tree of hours, `hourly/YYYYMMDD/H`, every second hour as `H.lz4`.
 * @param faults put {@link badLines} into every file
 * @returns paths of the files, in the order of their time
 */
export function writeHourTree(dir: string, blocks: Iterable<GeneratedBlock>, faults = true): string[] {
  const hours = new Map<string, string[]>();
  for (const block of blocks) {
    const time = new Date(block.timeMs).toISOString();
    const hour = join('hourly', time.slice(0, 10).replaceAll('-', ''), String(Number(time.slice(11, 13))));
    const lines = hours.get(hour);
    if (lines === undefined) hours.set(hour, [blockLine(block)]);
    else lines.push(blockLine(block));
  }
  return [...hours].map(([hour, lines], index) => {
    if (faults) lines.splice(Math.floor(lines.length / 2), 0, ...badLines);
    const text = `${lines.join('\n')}\n`;
    const path = join(dir, index % 2 === 0 ? hour : `${hour}.lz4`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, index % 2 === 0 ? text : lz4(text));
    return path;
  });
}

function lz4(text: string): Buffer {
  return compressFrameSync(Buffer.from(text));
}
