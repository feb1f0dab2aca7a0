/** Measures boards of skill over made-up days, in a process that does nothing else. Started by pnl-boards.ts. */
import { createWalletIndex } from '../src/domain/wallet-index.ts';
import { monotonicMs } from '../src/kernel/clock.ts';
import { seededRng } from '../src/kernel/rng.ts';
import { createDayTable } from '../src/views/skill/day-blocks.ts';
import { boardDays, lookBackDays, type SkillTables } from '../src/views/skill/skill-days.ts';
import { createSkillRanks, type SkillQuery } from '../src/views/skill/skill-ranks.ts';
import { tellResult } from './child.ts';

export interface PnlBoardsRun {
  /** First ranking of a span by its days, and a page of an existing ranking. Processor time of the thread, without other programs. */
  coldMs: Record<string, number[]>;
  heldMs: number[];
  /** The longest that the event loop waited meanwhile. */
  lateMs: number;
  rows: number;
  bytesPerWallet: number;
}

const { wallets: count, rounds } = JSON.parse(process.argv[2]!) as { wallets: number; rounds: number };
const rng = seededRng('pnl boards');
const wallets = createWalletIndex();
const addresses = Buffer.alloc(count * 20);
for (let at = 0; at < addresses.length; at += 4) addresses.writeUInt32LE(rng.word(), at);
for (let wallet = 0; wallet < count; wallet++) wallets.rowOf(addresses, wallet * 20);
const usedBefore = process.memoryUsage().arrayBuffers;

const today = 20_000;
const firstDay = today - boardDays - lookBackDays;
const options = { wallets };
const columns = {
  made: ['net', 'unpriced', 'volume', 'makerBought', 'makerSold'],
  paid: ['usd'],
  closed: ['positions', 'pnl'],
  worth: ['value'],
  moved: ['flow', 'fees', 'isUnvalued', 'isVault'],
} as const;
const tables = {
  made: createDayTable(columns.made, { hasKinds: true, wallets }),
  paid: createDayTable(columns.paid, { hasKinds: true, wallets }),
  closed: createDayTable(columns.closed, options),
  worth: createDayTable(columns.worth, options),
  moved: createDayTable(columns.moved, options),
};
/** Shares of all wallets that have a row on a day: a tenth trades, a quarter holds a position, every account has a value at midnight. */
const shareOf = { made: 0.1, paid: 0.25, closed: 0.05, worth: 1, moved: 0.01 };

for (let day = firstDay; day <= today; day++) {
  for (const part of ['made', 'paid', 'closed', 'worth', 'moved'] as const) {
    const text = part === 'made' || part === 'paid' ? 'perps' : '';
    const width = 28 + columns[part].length * 8 + (text === '' ? 0 : 1 + text.length);
    const rows = Math.floor(count * shareOf[part]);
    const bytes = Buffer.alloc(rows * width);
    const stride = count / rows;
    for (let row = 0; row < rows; row++) {
      const wallet = Math.floor((row + rng.unit() * 0.99) * stride);
      let at = row * width;
      at += addresses.copy(bytes, at, wallet * 20, wallet * 20 + 20);
      at = bytes.writeDoubleLE(day, at);
      for (let i = 0; i < columns[part].length; i++)
        at = bytes.writeDoubleLE(
          part === 'worth' ? 1_000 + 100 * rng.normal() : i === 0 ? 50 * rng.normal() : 0,
          at,
        );
      if (text !== '') bytes.write(text, bytes.writeUInt8(text.length, at));
    }
    const reading = tables[part].begin(day, day);
    reading.add(bytes);
    reading.end();
  }
}
const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
const bytesPerWallet = (process.memoryUsage().arrayBuffers - usedBefore) / count;
const held: SkillTables = {
  ...tables,
  firstDay,
  today,
  version: 1,
  isRead: () => true,
  recordDays: () => ({ first: 0, until: today }),
  isOlder: () => false,
};
const ranks = createSkillRanks(async () => held, wallets);
const params = (days: number, minPositions: number): SkillQuery => ({
  first: today - days,
  until: today,
  minDays: Math.min(10, days),
  minPositions,
  market: 'all',
  leftOut: [],
  without: new Set<number>(),
});

let lateMs = 0;
let lastMs = monotonicMs();
const timer = setInterval(() => {
  lateMs = Math.max(lateMs, monotonicMs() - lastMs - 2);
  lastMs = monotonicMs();
}, 2);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const cpu = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(cpu);
  return (user + system) / 1e3;
}

const coldMs: Record<string, number[]> = {};
for (const days of [7, 30, 60, 90]) {
  coldMs[`${days} days`] = [];
  for (let round = 0; round < rounds; round++)
    coldMs[`${days} days`]!.push(await timed(() => ranks.rank(params(days, round))));
}
const heldMs: number[] = [];
for (let round = 0; round < rounds; round++) heldMs.push(await timed(() => ranks.rank(params(90, 0))));
clearInterval(timer);
tellResult({ coldMs, heldMs, lateMs, rows, bytesPerWallet } satisfies PnlBoardsRun);
