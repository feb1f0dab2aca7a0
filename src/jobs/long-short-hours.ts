import { allCoins } from '../domain/coin-name.ts';
import { createExposure, type Exposure } from '../domain/exposure.ts';
import type { SnapshotPart, SnapshotPartOf } from './position-snapshot.ts';

const texts = ['coin', 'basis'] as const;
const counts = ['longs', 'shorts'] as const;
const amounts = [
  'long_notional',
  'short_notional',
  'long_pnl',
  'short_pnl',
  'long_leverage',
  'short_leverage',
  'mark_px',
] as const;
const columns = [...texts, 'hour', 'made', ...counts, ...amounts];

const insert = {
  structure: columns
    .map((name) => `${name} ${[...texts, ...amounts].includes(name as never) ? 'String' : 'Int64'}`)
    .join(', '),
  target: `long_short_hours (${columns.join(', ')})`,
  select: [
    ...texts,
    "toDateTime(intDiv(hour, 1000), 'UTC')",
    "fromUnixTimestamp64Milli(made, 'UTC')",
    ...counts,
    // As text: Arrow rows hold only texts and whole numbers.
    ...amounts.map((name) => `toFloat64(${name})`),
  ].join(', '),
};

/** Longs and shorts of every coin with open positions, and of all coins, on the hour. */
export const longShortHours: SnapshotPartOf = ({ hourMs, madeMs, basis }): SnapshotPart => {
  const all = createExposure();
  const rows: Record<string, string | number>[] = [];

  function add(coin: string, exposure: Exposure, markPx: number): void {
    const [long, short] = [exposure.long(), exposure.short()];
    rows.push({
      coin,
      basis,
      hour: hourMs,
      made: madeMs,
      longs: long.positions,
      shorts: short.positions,
      long_notional: String(long.notional),
      short_notional: String(short.notional),
      long_pnl: String(long.unrealizedPnl),
      short_pnl: String(short.unrealizedPnl),
      long_leverage: String(long.avgLeverage ?? 0),
      short_leverage: String(short.avgLeverage ?? 0),
      mark_px: String(markPx),
    });
  }

  return {
    take({ coin, markPx, each }) {
      const exposure = createExposure();
      each((position) => {
        exposure.add(position);
        all.add(position);
      });
      add(coin, exposure, markPx ?? 0);
    },
    rows() {
      const { positions: longs } = all.long();
      if (longs + all.short().positions > 0) add(allCoins, all, 0);
      return { ...insert, rows };
    },
  };
};
