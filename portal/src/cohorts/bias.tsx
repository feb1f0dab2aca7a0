import { useMemo, useState } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import { BalanceBar } from '../chart/balance-bar.tsx';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { Toned } from '../format/change.tsx';
import { share, signedPercent, usd } from '../format/numbers.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { listMs } from '../frame/pace.ts';
import { Cohort } from '../names/cohort.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { counted, dollars, texts } from '../table/usual-columns.tsx';
import { tierName } from '../words/tiers.ts';
import { type TierType, tiers } from './tiers.ts';

type Bias = Schemas['CohortBiasBody'];
type Snapshot = Schemas['CohortBiasSnapshot'];

const columns: readonly Column<Bias>[] = [
  {
    id: 'tier',
    head: 'Cohort',
    value: (row) => tiers.pnl.indexOf(row.pnlTier as never),
    cell: (row) => <Cohort tier={row.pnlTier} />,
    align: 'left',
  },
  {
    id: 'bar',
    head: 'Long / short',
    align: 'left',
    cell: (row) => (
      <BalanceBar
        long={row.longNotional}
        short={row.shortNotional}
        label={`${usd(row.longNotional)} long, ${usd(row.shortNotional)} short`}
      />
    ),
  },
  {
    id: 'bias',
    head: 'Net bias',
    of: 'CohortBiasBody.netBias',
    value: (row) => row.netBias,
    cell: (row) => <Toned value={row.netBias}>{signedPercent(row.netBias * 100, 1)}</Toned>,
  },
  texts('label', 'Bias', (row) => row.biasLabel.replaceAll('_', ' '), 'CohortBiasBody.biasLabel'),
  dollars('long', 'Long', (row) => row.longNotional, 'CohortBiasBody.longNotional'),
  dollars('short', 'Short', (row) => row.shortNotional, 'CohortBiasBody.shortNotional'),
  counted('longs', 'Longs', (row) => row.longCount, 'CohortBiasBody.longCount'),
  counted('shorts', 'Shorts', (row) => row.shortCount, 'CohortBiasBody.shortCount'),
];

/** Which way each PnL cohort leans in one coin now. */
export function BiasNow() {
  const [coin, setCoin] = useAddressState('coin', 'BTC');
  return (
    <AnswerPanel
      title="Bias now"
      call={callOf('live.cohort-bias', { coin })}
      everyMs={listMs}
      shape={{ rows: 8 }}
      span={7}
      actions={<CoinField coin={coin} choose={setCoin} />}
      empty={(rows) => (rows?.length ? undefined : 'No open positions in this coin.')}
    >
      {(rows) => (
        <Table
          name="bias"
          label={`Bias in ${coin}`}
          rows={rows}
          columns={columns}
          rowKey={({ pnlTier }) => pnlTier}
          isShort
        />
      )}
    </AnswerPanel>
  );
}

function CoinField({ coin, choose }: { coin: string; choose: (coin: string) => void }) {
  const [text, setText] = useState(coin);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') choose(text.trim());
      }}
    >
      <label>
        Coin{' '}
        <input size={9} value={text} maxLength={64} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
    </form>
  );
}

const spans = [
  ['24h', '24 h'],
  ['7d', '7 d'],
  ['30d', '30 d'],
] as const;
const lines = ['up', 'accent', 'warn', 'down'] as const;

/** Net bias of four tiers, from the best or largest to the worst or smallest. */
function seriesOf(rows: readonly Snapshot[], type: TierType): ChartSeries[] {
  const shown = tiers[type].filter((_, i) => i === 0 || i === 1 || i === 4 || i === 6);
  return shown.map((tier, i) => ({
    id: tierName(tier),
    kind: 'line',
    colour: lines[i]!,
    format: (value: number) => share(value, 0),
    data: rows
      .filter((row) => row.tierType === type && row.tier === tier)
      .map((row) => ({ timeMs: row.timestamp, value: row.netBias })),
  }));
}

function BiasChart({ rows, type }: { rows: readonly Snapshot[]; type: TierType }) {
  const series = useMemo(() => seriesOf(rows, type), [rows, type]);
  return (
    <>
      <TimeChart label="Net bias of four cohorts by the hour" series={series} height={210} />
      <p class="legend">
        {series.map(({ id, colour }) => (
          <span key={id} class={`key ${colour}`}>
            {id}
          </span>
        ))}
      </p>
    </>
  );
}

/** History of the bias of four cohorts, over all coins. */
export function BiasHistory({ type }: { type: TierType }) {
  const [since, setSince] = useAddressState('since', '7d');
  return (
    <AnswerPanel
      title="Bias over time"
      call={callOf('pulse.cohort-bias.history', { since })}
      everyMs={60_000}
      shape={{ height: 230 }}
      span={5}
      actions={<Choice label="Since" options={spans} value={since} onChange={setSince} />}
      empty={(rows) =>
        rows?.length ? undefined : 'No history yet. The first point comes at the start of the next hour.'
      }
    >
      {(rows) => <BiasChart rows={rows} type={type} />}
    </AnswerPanel>
  );
}
