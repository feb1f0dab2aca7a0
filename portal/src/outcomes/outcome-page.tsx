import { outcomeName } from '../names/outcome-name.ts';
import '../trader/trader.css';
import { useMemo } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { amount, share } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { listMs } from '../frame/pace.ts';
import { Page } from '../frame/page.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { dollars, gain, sized, timed, wallet } from '../table/usual-columns.tsx';
import { HoldersContext } from './holders-context.tsx';
import { OutcomeSummary } from './outcome-summary.tsx';

type Trade = Schemas['HIP4RecentTrade'];
type Outcome = Schemas['HIP4OutcomeListItem'];

const spans = [
  ['24', '24 h'],
  ['168', '7 d'],
  ['720', '30 d'],
] as const;
const intervals = [
  ['15m', '15 m'],
  ['1h', '1 h'],
  ['4h', '4 h'],
  ['1d', '1 d'],
] as const;

function tradeColumns(sides: readonly string[]): Column<Trade>[] {
  return [
    timed('time', 'Time', (row) => row.tradeTime, 'HIP4RecentTrade.tradeTime'),
    wallet('address', 'Trader', (row) => row.address),
    {
      id: 'side',
      head: 'Side',
      align: 'left',
      of: 'HIP4RecentTrade.side',
      value: (row) => `${row.side === 'B' ? 'buys' : 'sells'} ${sides[row.sideIndex] ?? row.sideIndex}`,
    },
    {
      id: 'price',
      head: 'Chance',
      value: (row) => row.px,
      cell: (row) => share(row.px, 1),
      of: 'HIP4RecentTrade.px',
    },
    sized('size', 'Shares', (row) => row.sz, 'HIP4RecentTrade.sz'),
    dollars('value', 'Value', (row) => row.px * row.sz),
    gain('pnl', 'PnL', (row) => row.pnl, 'HIP4RecentTrade.pnl'),
  ];
}

interface Payout {
  timeMs: number;
  value: number;
}

/** Payout of a share of the first side, and its time; undefined while the outcome is open. */
function payoutOf(outcome: Outcome | undefined): Payout | undefined {
  if (outcome?.settledAt === undefined || outcome.settleFraction === undefined) return undefined;
  return { timeMs: Date.parse(outcome.settledAt), value: outcome.settleFraction };
}

function PriceChart({
  rows,
  payout,
}: {
  rows: readonly Schemas['MarketCandle'][];
  payout: Payout | undefined;
}) {
  const series = useMemo((): ChartSeries[] => {
    const points = rows.map(({ timeMs, close }) => ({ timeMs, value: close }));
    const lastMs = points.at(-1)?.timeMs ?? 0;
    // Candles are named by their first moment: the payout comes behind the last of them.
    if (payout !== undefined) points.push({ ...payout, timeMs: Math.max(payout.timeMs, lastMs + 1_000) });
    return [
      {
        id: 'chance',
        kind: 'area',
        colour: 'accent',
        format: (value: number) => share(value, 1),
        data: points,
      },
      {
        id: 'volume',
        kind: 'histogram',
        colour: 'line',
        scale: 'volume',
        format: amount,
        data: rows.map(({ timeMs, volume }) => ({ timeMs, value: volume })),
      },
    ];
  }, [rows, payout?.timeMs, payout?.value]);
  return <TimeChart label="Chance of the first side over time" series={series} height={240} />;
}

/** An outcome: its probability, sides, trades, and its holders' positions in the underlying. */
export default function OutcomePage() {
  const text = useRoute().params.id ?? '';
  const id = Number(text);
  const isId = /^\d{1,12}$/.test(text);
  const { body } = useAnswer(isId ? callOf('hip4.outcome', { outcome_id: id }) : undefined, {
    everyMs: 30_000,
  });
  if (!isId) {
    return (
      <Page title="Outcome">
        <EmptyNote why="The id of an outcome is a whole number." />
      </Page>
    );
  }
  const outcome = body?.outcome;
  return (
    <Page
      title={outcome === undefined ? `Outcome ${id}` : outcomeName(outcome)}
      intro={outcome && <Terms outcome={outcome} />}
    >
      <OutcomeSummary id={id} outcome={outcome} />
      <Price id={id} outcome={outcome} />
      {outcome?.priceBinary !== undefined && <HoldersContext id={id} />}
      <Trades id={id} sides={outcome?.sides?.map(({ name }) => name) ?? ['Yes', 'No']} />
    </Page>
  );
}

function Terms({ outcome: { description, priceBinary, rules, template, venue } }: { outcome: Outcome }) {
  return (
    <>
      {priceBinary?.expiry && (
        <>
          expires <Time at={priceBinary.expiry} form="short" />.{' '}
        </>
      )}
      {venue !== undefined && <>listed by {venue}. </>}
      {template === undefined && !/^\w+:\S*$/.test(description ?? '') && (
        <span class="described">{description}</span>
      )}
      {rules !== undefined && <span class="described">{rules}</span>}
    </>
  );
}

function Price({ id, outcome }: { id: number; outcome: Outcome | undefined }) {
  const [interval, setInterval] = useAddressState('interval', '1h');
  return (
    <AnswerPanel
      title="Chance"
      call={callOf('pulse.market-candles-recent', {
        symbol: `#${id}0`,
        interval: interval as '1h',
        limit: 500,
      })}
      everyMs={15_000}
      shape={{ height: 240 }}
      actions={<Choice label="Interval" options={intervals} value={interval} onChange={setInterval} />}
      empty={(rows) => (rows?.length ? undefined : 'No price history of this market.')}
    >
      {(rows) => <PriceChart rows={rows ?? []} payout={payoutOf(outcome)} />}
    </AnswerPanel>
  );
}

function Trades({ id, sides }: { id: number; sides: readonly string[] }) {
  const [hours, setHours] = useAddressState('hours', '168');
  return (
    <AnswerPanel
      title="Trades"
      call={callOf('hip4.outcome-recent-trades', { outcome_id: id, hours: Number(hours), limit: 500 })}
      everyMs={listMs}
      shape={{ rows: 12 }}
      actions={<Choice label="Since" options={spans} value={hours} onChange={setHours} />}
      empty={({ trades }) => (trades?.length ? undefined : 'No trades in this period.')}
    >
      {({ trades }) => (
        <Table
          name="trades"
          window={`${hours}h`}
          most={500}
          label="Trades"
          rows={trades!}
          columns={tradeColumns(sides)}
          rowKey={(row) => `${row.tradeTime} ${row.address} ${row.sideIndex} ${row.side} ${row.px} ${row.sz}`}
          pageRows={20}
        />
      )}
    </AnswerPanel>
  );
}
