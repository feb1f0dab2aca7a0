import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import { BalanceBar } from '../chart/balance-bar.tsx';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { Toned } from '../format/change.tsx';
import { count, share, signedPercent, usd } from '../format/numbers.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Cohort } from '../names/cohort.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/coin.ts';
import { pnlTiers } from '../words/tiers.ts';

type Bias = Schemas['CohortBiasBody'];

const columns: readonly Column<Bias>[] = [
  {
    id: 'cohort',
    head: 'Cohort',
    align: 'left',
    of: 'CohortBiasBody.pnlTier',
    cell: ({ pnlTier }) => <Cohort tier={pnlTier} />,
  },
  {
    id: 'balance',
    head: 'Longs – shorts, USD',
    of: 'CohortBiasBody.netBiasByNotional',
    cell: ({ longNotional, shortNotional }) => (
      <BalanceBar
        long={longNotional}
        short={shortNotional}
        label={`${usd(longNotional)} long, ${usd(shortNotional)} short`}
      />
    ),
  },
  {
    id: 'bias',
    head: 'Net',
    of: 'CohortBiasBody.netBias',
    cell: ({ netBias }) => <Toned value={netBias}>{signedPercent(netBias * 100, 0)}</Toned>,
  },
  {
    id: 'longs',
    head: 'Longs',
    of: 'CohortBiasBody.longCount',
    cell: ({ longCount }) => count(longCount),
  },
  {
    id: 'shorts',
    head: 'Shorts',
    of: 'CohortBiasBody.shortCount',
    cell: ({ shortCount }) => count(shortCount),
  },
];

/** Bias of each cohort. */
export function BiasPanel({ coin }: { coin: string }) {
  return (
    <AnswerPanel
      title={words.bias}
      call={callOf('live.cohort-bias', { coin })}
      everyMs={5_000}
      span={6}
      shape={{ rows: 8 }}
      empty={(body) =>
        body?.some(({ longCount, shortCount }) => longCount + shortCount > 0) ? undefined : words.noPositions
      }
    >
      {(rows) => (
        <Table
          name="bias"
          label={words.bias}
          rows={rows}
          columns={columns}
          rowKey={({ pnlTier }) => pnlTier}
          isShort
        />
      )}
    </AnswerPanel>
  );
}

interface BiasPoint {
  timestamp: number;
  tier: string;
  netBias: number;
}

const height = 232;

/** Hourly bias of a cohort. */
export function BiasHistoryPanel({ coin }: { coin: string }) {
  const [tier, setTier] = useAddressState('cohort', 'smart_money');
  const known = pnlTiers.some(([slug]) => slug === tier) ? tier : 'smart_money';
  return (
    <AnswerPanel
      title={words.biasHistory}
      call={callOf('live.cohort-bias-history', { coin, tier: known })}
      everyMs={60_000}
      span={6}
      shape={{ height }}
      empty={(body) => ((body as BiasPoint[] | null)?.length ? undefined : words.noHistory)}
      actions={
        <select
          aria-label="Cohort"
          value={known}
          onChange={({ currentTarget }) => setTier(currentTarget.value)}
        >
          {pnlTiers.map(([slug, name]) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      }
    >
      {(rows) => <BiasHistory key={known} rows={rows as readonly BiasPoint[]} />}
    </AnswerPanel>
  );
}

function BiasHistory({ rows }: { rows: readonly BiasPoint[] }) {
  const series = useMemo((): ChartSeries[] => {
    const data = rows.map(({ timestamp, netBias }) => ({ timeMs: timestamp, value: netBias }));
    return [
      { id: 'bias', kind: 'line', data, format: share, lines: [{ value: 0, title: '', colour: 'dim' }] },
    ];
  }, [rows]);
  return <TimeChart label={words.biasHistory} series={series} height={height} />;
}
