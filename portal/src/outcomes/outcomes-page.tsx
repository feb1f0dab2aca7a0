import '../trader/trader.css';
import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { count, percent, usd } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { Page } from '../frame/page.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import { Table } from '../table/table.tsx';
import { outcomeColumns, settlementColumns, traderColumns } from './outcome-columns.tsx';

type Bucket = Schemas['HIP4DailyBucket'];

const spans = [
  ['24', '24 h'],
  ['168', '7 d'],
  ['720', '30 d'],
] as const;

function VolumeChart({ days }: { days: readonly Bucket[] }) {
  const series = useMemo(
    (): ChartSeries[] => [
      {
        id: 'volume',
        kind: 'histogram',
        colour: 'accent',
        format: usd,
        data: days.map(({ day, notionalUsdh }) => ({ timeMs: Date.parse(day), value: notionalUsdh })),
      },
    ],
    [days],
  );
  return <TimeChart label="Volume of outcomes by UTC day" series={series} height={180} unit="utc-day" />;
}

/** Outcome markets: their probabilities, settlements and traders. */
export default function OutcomesPage() {
  const [hours, setHours] = useAddressState('hours', '24');
  const settlements = callOf('hip4.recent-settlements', { hours: 720, limit: 200 });
  // Reads settlements first: settled markets have no price.
  const known = useAnswer(settlements, { everyMs: 60_000 });
  const settled = new Map(known.body?.settlements?.map((one) => [one.outcomeId, one]));
  return (
    <Page
      title="Outcomes"
      intro="Markets on what will happen. The price is the chance: a share pays 1 USDH if the outcome comes true."
    >
      <AnswerPanel
        title="Traded outcomes"
        call={callOf('hip4.outcomes', { hours: Number(hours) })}
        everyMs={10_000}
        shape={{ rows: 12 }}
        actions={<Choice label="Since" options={spans} value={hours} onChange={setHours} />}
        empty={({ outcomes }) => (outcomes?.length ? undefined : 'No outcomes traded in this period.')}
      >
        {({ outcomes }) =>
          known.body === undefined && known.failure === undefined ? (
            <Skeleton shape={{ rows: 12 }} />
          ) : (
            <Table
              name="outcomes"
              label="Outcomes"
              rows={outcomes!}
              columns={outcomeColumns(settled)}
              rowKey={({ outcomeId }) => outcomeId}
              sort="-volume"
              pageRows={20}
            />
          )
        }
      </AnswerPanel>
      <AnswerPanel
        title="Settled outcomes"
        call={settlements}
        everyMs={60_000}
        shape={{ rows: 8 }}
        span={7}
        empty={({ settlements }) =>
          settlements?.length ? undefined : 'No outcomes settled in the last 30 days.'
        }
      >
        {({ settlements }) => (
          <Table
            name="settled"
            most={200}
            label="Settlements"
            rows={settlements!}
            columns={settlementColumns}
            rowKey={({ outcomeId }) => outcomeId}
            pageRows={10}
          />
        )}
      </AnswerPanel>
      <AnswerPanel
        title="Top traders, 7 days"
        call={callOf('hip4.top-traders', { limit: 100 })}
        everyMs={60_000}
        shape={{ rows: 8 }}
        span={5}
        empty={({ traders }) => (traders?.length ? undefined : 'No outcomes traded in the last 7 days.')}
      >
        {({ traders }) => (
          <Table
            name="traders"
            most={100}
            label="Top traders of outcomes"
            rows={traders!}
            columns={traderColumns}
            rowKey={({ address }) => address}
            pageRows={10}
          />
        )}
      </AnswerPanel>
      <Activity />
    </Page>
  );
}

/** Daily volume, and the share of outcome traders who trade perps. */
function Activity() {
  return (
    <>
      <AnswerPanel
        title="Volume by day"
        call={callOf('hip4.daily-volume', { days: 30 })}
        everyMs={60_000}
        shape={{ height: 180 }}
        span={7}
        empty={({ days }) => (days?.length ? undefined : 'No trades in the last 30 days.')}
      >
        {({ days }) => <VolumeChart days={days!} />}
      </AnswerPanel>
      <AnswerPanel
        title="Outcome traders in perps"
        call={callOf('hip4.cross-product-overlap')}
        everyMs={60_000}
        shape={{ rows: 2 }}
        span={5}
      >
        {({ hip4TradersTotal, overlap, overlapPct, since }) => (
          <p class="note">
            {count(overlap)} of {count(hip4TradersTotal)} traders of outcomes ({percent(overlapPct)}) trade
            perps too, since <Time at={since} form="short" />.
          </p>
        )}
      </AnswerPanel>
    </>
  );
}
