import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { usd } from '../format/numbers.ts';
import { listMs } from '../frame/pace.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import {
  coined,
  dollars,
  fundingReceived,
  gain,
  percents,
  priced,
  sided,
  sized,
  timed,
  wallet,
  wide,
} from '../table/usual-columns.tsx';
import { tradeColumns } from '../trader/trades.tsx';
import type { TierSlug, TierType } from './tiers.ts';

type Position = Schemas['CohortPosition'];
type Trade = Schemas['TradeBody'];
type Day = Schemas['CohortHistoryDay'];

const positionColumns: readonly Column<Position>[] = [
  wallet('address', 'Trader', (row) => row.address),
  coined('CohortPosition.coin'),
  sided('CohortPosition.side'),
  dollars('notional', 'Notional', (row) => row.notional, 'CohortPosition.notional'),
  gain('unrealized', 'Unrealized PnL', (row) => row.unrealizedPnl, 'CohortPosition.unrealizedPnl'),
  priced('entry', 'Entry price', (row) => row.entryPx, 'CohortPosition.entryPx'),
  priced('mark', 'Mark price', (row) => row.markPx, 'CohortPosition.markPx'),
  priced(
    'liquidation',
    'Liquidation price',
    (row) => row.liquidationPx || undefined,
    'CohortPosition.liquidationPx',
  ),
  ...wide<Position>(
    sized('size', 'Size', (row) => row.size, 'CohortPosition.size'),
    fundingReceived((row) => row.fundingSinceOpen, 'CohortPosition.fundingSinceOpen'),
    percents('winRate', 'Win rate, trades', (row) => row.traderWinRate, 'CohortPosition.traderWinRate'),
    timed('opened', 'Opened', (row) => row.openedAt, 'CohortPosition.openedAt'),
  ),
];

const columnsOfTrades: readonly Column<Trade>[] = [
  tradeColumns[0]!,
  wallet('address', 'Trader', (row) => row.address),
  ...tradeColumns.slice(1, -1),
];

function HistoryChart({ days }: { days: readonly Day[] }) {
  const series = useMemo((): ChartSeries[] => {
    let sum = 0;
    const at = ({ date }: Day) => Date.parse(date);
    return [
      {
        id: 'sum',
        kind: 'line',
        colour: 'accent',
        format: usd,
        data: days.map((day) => {
          sum += day.totalPnl;
          return { timeMs: at(day), value: sum };
        }),
      },
      {
        id: 'day',
        kind: 'histogram',
        scale: 'below',
        format: usd,
        data: days.map((day) => ({
          timeMs: at(day),
          value: day.totalPnl,
          colour: day.totalPnl < 0 ? 'down' : 'up',
        })),
      },
    ];
  }, [days]);
  return (
    <TimeChart
      label="PnL of the cohort by UTC day, and cumulative"
      series={series}
      height={220}
      unit="utc-day"
    />
  );
}

/** A cohort: its daily PnL, its positions and its trades. */
export function CohortDetail({
  type: tierType,
  tier,
  name,
}: {
  type: TierType;
  tier: TierSlug;
  name: string;
}) {
  const of = { tierType, tier };
  return (
    <>
      <AnswerPanel
        title={`${name}: PnL by day`}
        call={callOf('pulse.cohorts.history', of)}
        everyMs={300_000}
        shape={{ height: 220 }}
        actions={<span class="dim">By each wallet's cohort on the day before</span>}
        empty={(days) =>
          days?.length ? undefined : 'No data yet. The first complete UTC day is still running.'
        }
      >
        {(days) => <HistoryChart days={days} />}
      </AnswerPanel>
      <AnswerPanel
        title={`${name}: open positions`}
        call={callOf('pulse.cohorts.positions', { ...of, limit: 500 })}
        everyMs={listMs}
        shape={{ rows: 12 }}
        empty={(rows) => (rows?.length ? undefined : 'No open positions in this cohort.')}
      >
        {(rows) => (
          <Table
            name="held"
            most={500}
            label={`Open positions of ${name}`}
            rows={rows}
            columns={positionColumns}
            rowKey={({ address, coin }) => `${address} ${coin}`}
            pageRows={15}
          />
        )}
      </AnswerPanel>
      <AnswerPanel
        title={`${name}: trades`}
        call={callOf('pulse.cohorts.trades', { ...of, limit: 200 })}
        everyMs={listMs}
        shape={{ rows: 12 }}
        empty={(rows) => (rows?.length ? undefined : 'No trades of this cohort in this period.')}
      >
        {(rows) => (
          <Table
            name="trades"
            most={200}
            label={`Trades of ${name}`}
            rows={rows}
            columns={columnsOfTrades}
            rowKey={({ tid, address, rawTime }) => `${tid} ${address} ${rawTime}`}
            pageRows={15}
          />
        )}
      </AnswerPanel>
    </>
  );
}
