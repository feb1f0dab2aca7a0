import type { HeldParts } from '../../changes/view-snapshots.ts';
import { createYielder } from '../../kernel/breather.ts';
import type { OutcomeOfDay } from './activity-sums.ts';
import type { OutcomeDay } from './outcome-days.ts';
import type { DayNumber, PastDay, PastDays } from './past-days.ts';
import type { TraderNumbers } from './trader-numbers.ts';

interface SavedDays {
  endMs: number;
  /** In the order of the columns, with each day's number of rows and traders. */
  days: { day: DayNumber; totals: OutcomeDay | null; version: string; rows: number; traders: number }[];
}

const numberColumns = ['outcome', 'fills', 'firstMs', 'lastMs'] as const;
/** A 128-bit number takes two places. */
const halfBits = 64;

/** Serializes days for disk, with only the wallets that traded on them, renumbered without gaps. */
export async function saveDays({ endMs, days }: PastDays, numbers: TraderNumbers): Promise<HeldParts> {
  const yieldToEventLoop = createYielder();
  const all = [...days];
  const count = (of: (day: PastDay) => ArrayLike<unknown>) =>
    all.reduce((sum, [, day]) => sum + of(day).length, 0);
  const rows = count((day) => day.rows);
  const columns = Object.fromEntries(numberColumns.map((name) => [name, new Float64Array(rows)]));
  const notional = new BigInt64Array(rows * 2);
  const traders = new Uint32Array(count((day) => day.traders));
  const numbered = new Map<number, number>();
  let [row, at] = [0, 0];
  for (const [, day] of all) {
    for (const one of day.rows) {
      for (const name of numberColumns) columns[name]![row] = one[name];
      notional[row * 2] = BigInt.asIntN(halfBits, one.notional);
      notional[row * 2 + 1] = one.notional >> BigInt(halfBits);
      row += 1;
    }
    for (const trader of day.traders) {
      const number = numbered.get(trader) ?? numbered.size;
      numbered.set(trader, number);
      traders[at++] = number;
      if (at % 1_024 === 0) await yieldToEventLoop();
    }
  }
  const keys = new Uint32Array(numbered.size * numbers.words);
  for (const [trader, number] of numbered) {
    keys.set(numbers.key(trader), number * numbers.words);
    if (number % 1_024 === 0) await yieldToEventLoop();
  }
  const saved = all.map(([day, { totals = null, version, ...of }]) => {
    return { day, totals, version, rows: of.rows.length, traders: of.traders.length };
  });
  return {
    meta: { endMs, days: saved } satisfies SavedDays,
    columns: { ...columns, notional, traders, keys },
  };
}

/** @param parts of {@link saveDays} */
export async function savedDays({ meta, columns }: HeldParts, numbers: TraderNumbers): Promise<PastDays> {
  const yieldToEventLoop = createYielder();
  const saved = meta as SavedDays;
  const keys = columns.keys as Uint32Array;
  const numbered = new Uint32Array(keys.length / numbers.words);
  for (let i = 0; i < numbered.length; i++) {
    numbered[i] = numbers.addKey(keys.subarray(i * numbers.words, (i + 1) * numbers.words));
    if (i % 1_024 === 0) await yieldToEventLoop();
  }
  const number = (name: (typeof numberColumns)[number], row: number) => columns[name]![row] as number;
  const notional = columns.notional as BigInt64Array;
  const traders = columns.traders as Uint32Array;
  let [row, at] = [0, 0];
  const days = new Map<DayNumber, PastDay>();
  for (const { day, totals, version, ...of } of saved.days) {
    const rows: OutcomeOfDay[] = [];
    for (const end = row + of.rows; row < end; row++) {
      rows.push({
        day,
        outcome: number('outcome', row),
        fills: number('fills', row),
        firstMs: number('firstMs', row),
        lastMs: number('lastMs', row),
        notional: (notional[row * 2 + 1]! << BigInt(halfBits)) | BigInt.asUintN(halfBits, notional[row * 2]!),
      });
    }
    const own = traders.subarray(at, at + of.traders).map((trader) => numbered[trader]!);
    days.set(day, { totals: totals ?? undefined, version, rows, traders: own });
    at += of.traders;
    await yieldToEventLoop();
  }
  return { endMs: saved.endMs, days };
}
