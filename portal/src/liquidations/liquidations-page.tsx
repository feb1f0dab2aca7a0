import { callOf, type ParametersOf } from '../api/calls.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { Page } from '../frame/page.tsx';
import { CoinLabel } from '../names/coin.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { Table } from '../table/table.tsx';
import { words } from '../words/liquidations.ts';
import { liquidationColumns, liquidationKey } from './liquidation-columns.tsx';
import { ByCohort, ByCoin } from './liquidation-groups.tsx';
import { SummaryFigures, Timeline } from './liquidation-summary.tsx';
import { Liquidators } from './liquidators.tsx';

type Window = ParametersOf<'live.liquidations-summary'>;

const windows = [
  ['1h', '1 h'],
  ['24h', '24 h'],
  ['7d', '7 d'],
  ['30d', '30 d'],
] as const;

/** Liquidations of a window: over time, by coin, by cohort, one by one, and who takes over. */
export default function LiquidationsPage() {
  const [since, setSince] = useAddressState('since', '7d');
  const [coin, setCoin] = useAddressState('coin', '');
  const window: Window = { since, ...(coin !== '' && { coin }) };
  const choice = (
    <>
      {coin !== '' && (
        <button type="button" title={words.all} onClick={() => setCoin('')}>
          <CoinLabel coin={coin} /> ✕
        </button>
      )}
      <Choice label="Window" options={windows} value={since} onChange={setSince} />
    </>
  );
  return (
    <Page title={words.title} intro={words.intro} actions={choice}>
      <SummaryFigures window={window} />
      <Timeline window={window} />
      <ByCoin window={window} />
      <ByCohort window={window} />
      <Feed window={window} />
      <Liquidators />
    </Page>
  );
}

function Feed({ window }: { window: Window }) {
  return (
    <AnswerPanel
      title={words.feed}
      call={callOf('live.liquidations-recent', { ...window, limit: 500 })}
      everyMs={3_000}
      push={{ type: 'liquidations' }}
      shape={{ rows: 25 }}
      empty={({ events }) => (events?.length ? undefined : words.none)}
    >
      {({ events }) => (
        <Table
          name="feed"
          window={window.since}
          most={500}
          label={words.feed}
          rows={events ?? []}
          columns={liquidationColumns}
          rowKey={liquidationKey}
          sort="-time"
        />
      )}
    </AnswerPanel>
  );
}
