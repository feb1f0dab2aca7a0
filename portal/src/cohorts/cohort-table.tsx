import { callOf, type Schemas } from '../api/calls.ts';
import { Cohort } from '../names/cohort.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { counted, dollars, gain, percents, wide } from '../table/usual-columns.tsx';
import { type TierType, tiers } from './tiers.ts';

type Tier = Schemas['CohortTierBody'];

const columns = (slugs: readonly string[]): Column<Tier>[] => [
  {
    id: 'tier',
    head: 'Cohort',
    align: 'left',
    value: (row) => slugs.indexOf(row.tier),
    cell: (row) => <Cohort tier={row.tier} />,
  },
  counted('wallets', 'Wallets', (row) => row.walletCount, 'CohortTierBody.walletCount'),
  counted('active', 'Active 24 h', (row) => row.tradersActive, 'CohortTierBody.tradersActive'),
  gain('pnl', 'PnL', (row) => row.totalPnl, 'CohortTierBody.totalPnl'),
  gain('avgPnl', 'PnL per wallet', (row) => row.avgPnl, 'CohortTierBody.avgPnl'),
  dollars('volume', 'Volume', (row) => row.totalVolume, 'CohortTierBody.totalVolume'),
  ...wide<Tier>(
    dollars('avgVolume', 'Volume per wallet', (row) => row.avgVolume, 'CohortTierBody.avgVolume'),
    percents('winRate', 'Win rate, trades', (row) => row.avgWinRate, 'CohortTierBody.avgWinRate'),
    counted('fills', 'Trades', (row) => row.totalTrades, 'CohortTierBody.totalTrades'),
  ),
];

/** The eight tiers of a kind, all time. */
export function CohortTable({ type, chosen }: { type: TierType; chosen: string }) {
  return (
    <AnswerPanel title="All time" call={callOf('pulse.cohorts.summary')} everyMs={15_000} shape={{ rows: 8 }}>
      {({ pnlTiers, sizeTiers }) => (
        <Table
          name="cohorts"
          label="Cohorts"
          rows={(type === 'pnl' ? pnlTiers : sizeTiers) ?? []}
          columns={columns(tiers[type])}
          rowKey={({ tier }) => tier}
          rowClass={({ tier }) => (tier === chosen ? 'chosen' : undefined)}
          isShort
        />
      )}
    </AnswerPanel>
  );
}
