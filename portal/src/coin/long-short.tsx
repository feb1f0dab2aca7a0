import { useMemo } from 'preact/hooks';
import { callOf, type Schemas } from '../api/calls.ts';
import { BalanceBar } from '../chart/balance-bar.tsx';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { count, share, short, usd } from '../format/numbers.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/coin.ts';

const everyMs = 4_000;
const historyHeight = 260;

/** Longs against shorts in figures. */
export function LongShortPanel({ coin }: { coin: string }) {
  return (
    <AnswerPanel
      title={words.longShort}
      call={callOf('live.coin-long-short', { coin })}
      everyMs={everyMs}
      span={4}
      shape={{ height: 260 }}
      empty={({ sampleSize }) => (sampleSize === 0 ? words.noPositions : undefined)}
    >
      {(body) => <LongShort body={body} />}
    </AnswerPanel>
  );
}

function LongShort({ body }: { body: Schemas['CoinLongShortBody'] }) {
  const { longAccounts, shortAccounts, avgLongLeverage, avgShortLeverage } = body;
  const { gain, dollars, shown } = figuresOf('CoinLongShortBody', body);
  const leverage = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(1)}×`);
  return (
    <>
      <div class="panel-body">
        <p class="ends">
          <span class="up">{count(longAccounts)} long</span>
          <span class="down">{count(shortAccounts)} short</span>
        </p>
        <BalanceBar
          long={longAccounts}
          short={shortAccounts}
          label={`${longAccounts} long, ${shortAccounts} short`}
        />
      </div>
      <Figures>
        {shown('Ratio', 'ratio', short(body.ratio))}
        {shown('Top 5 share', 'concentrationTop5', share(body.concentrationTop5))}
        {dollars('Average long', 'avgLongSize')}
        {dollars('Average short', 'avgShortSize')}
        {gain('Unrealized PnL, longs', 'longUnrealizedPnl')}
        {gain('Unrealized PnL, shorts', 'shortUnrealizedPnl')}
        {shown('Leverage, longs', 'avgLongLeverage', leverage(avgLongLeverage))}
        {shown('Leverage, shorts', 'avgShortLeverage', leverage(avgShortLeverage))}
      </Figures>
    </>
  );
}

type Of = 'usd' | 'accounts';

const kinds: readonly (readonly [Of, string])[] = [
  ['usd', 'USD'],
  ['accounts', 'Accounts'],
];

/** Longs and shorts of seven days on each other, by value or by number. */
export function LongShortHistoryPanel({ coin }: { coin: string }) {
  const [of, setOf] = useAddressState('sides', 'usd');
  return (
    <AnswerPanel
      title={words.longShortHistory}
      call={callOf('live.long-short-history', { coin })}
      everyMs={60_000}
      span={8}
      shape={{ height: historyHeight }}
      actions={<Choice label="Longs and shorts in" options={kinds} value={of} onChange={setOf} />}
      empty={({ history }) => (history?.length ? undefined : words.noHistory)}
    >
      {({ history }) => <History key={of} rows={history ?? []} isUsd={of === 'usd'} />}
    </AnswerPanel>
  );
}

type Row = Schemas['LongShortHistoryEntry'];

/** Stacked areas: shorts above longs. */
function History({ rows, isUsd }: { rows: readonly Row[]; isUsd: boolean }) {
  const series = useMemo((): ChartSeries[] => {
    const points = (pick: (row: Row) => number) =>
      rows.map((row) => ({ timeMs: row.timestamp, value: pick(row) }));
    const [long, short] = isUsd
      ? [(row: Row) => row.longVolume, (row: Row) => row.shortVolume]
      : [(row: Row) => row.longAccounts, (row: Row) => row.shortAccounts];
    const shared = { kind: 'histogram', format: isUsd ? usd : count } as const;
    return [
      { ...shared, id: 'both', colour: 'down-bar', data: points((row) => long(row) + short(row)) },
      { ...shared, id: 'long', colour: 'up-bar', data: points(long) },
    ];
  }, [rows, isUsd]);
  return <TimeChart label={words.longShortHistory} series={series} height={historyHeight} />;
}
