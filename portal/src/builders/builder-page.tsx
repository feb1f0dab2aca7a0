import { Wallet, walletText } from '../names/wallet.tsx';
import '../trader/trader.css';
import { useMemo } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import type { ChartSeries } from '../chart/drawing.ts';
import { TimeChart } from '../chart/time-chart.tsx';
import { Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { count, usd } from '../format/numbers.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { Page } from '../frame/page.tsx';
import { AnswerPanel, Panel, Shown } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import { BuilderUsers } from './builder-users.tsx';
import { periods } from './builders-page.tsx';
import { DataNotes } from './data-notes.tsx';
import { RetentionTriangle } from './retention.tsx';

type Day = Schemas['BuilderDay'];
type Period = 'day' | 'week' | 'month';

function RevenueChart({ days }: { days: readonly Day[] }) {
  const series = useMemo(
    (): ChartSeries[] => [
      {
        id: 'revenue',
        kind: 'histogram',
        colour: 'accent',
        format: usd,
        data: days.map(({ date, attributedFeesUsd }) => ({
          timeMs: Date.parse(date),
          value: attributedFeesUsd,
        })),
      },
      {
        id: 'users',
        kind: 'line',
        colour: 'warn',
        scale: 'left',
        format: count,
        data: days.map(({ date, users }) => ({ timeMs: Date.parse(date), value: users })),
      },
    ],
    [days],
  );
  return (
    <>
      <TimeChart label="Revenue and users by UTC day" series={series} height={220} unit="utc-day" />
      <p class="legend">
        <span class="key accent">revenue, right</span>
        <span class="key warn">users, left</span>
      </p>
    </>
  );
}

function Profile({ profile }: { profile: Schemas['BuilderProfileBody'] }) {
  const { dollars, counted, timed, shown } = figuresOf('BuilderProfileBody', profile);
  const { biggestDay } = profile;
  return (
    <Figures>
      {dollars('Revenue', 'revenueUsd')}
      {counted('Users', 'totalUsers')}
      {counted('Users in profit', 'profitableUsers')}
      {shown('Typical fee', 'feeTenthsBp', `${profile.feeTenthsBp / 10} bp`)}
      {shown('Largest day', 'biggestDay', usd(biggestDay?.attributedFeesUsd), biggestDay?.date)}
      {timed('First seen', 'firstSeen')}
      {timed('Last seen', 'lastSeen')}
    </Figures>
  );
}

/** A builder: its revenue, its users and their retention, and other builders of its users. */
export default function BuilderPage() {
  const builder = (useRoute().params.address ?? '').toLowerCase();
  const [periodText, setPeriod] = useAddressState('period', 'month');
  const period = periodText as Period;
  const isAddress = /^0x[0-9a-f]{40}$/.test(builder);
  const call = isAddress ? callOf('builders.profile', { builder, period }) : undefined;
  const answer = useAnswer(call, { everyMs: 30_000 });
  if (call === undefined) {
    return (
      <Page title="Builder">
        <EmptyNote why="An address is 0x and 40 digits from 0 to f." />
      </Page>
    );
  }
  const profile = answer.body;
  return (
    <Page
      title={`Builder ${profile?.builderName ?? walletText(builder)}`}
      intro={<Wallet address={builder} isWhole href={null} />}
      actions={<Choice label="Period" options={periods} value={period} onChange={setPeriod} />}
    >
      <Panel title="Profile" call={call}>
        <Shown answer={answer} shape={{ figures: 7 }}>
          {(body) => <Profile profile={body} />}
        </Shown>
      </Panel>
      <Panel title="By day" call={call} span={7}>
        <Shown
          answer={answer}
          shape={{ height: 220 }}
          empty={({ daily }) => (daily?.length ? undefined : 'No trades in this period.')}
        >
          {({ daily }) => <RevenueChart days={daily!} />}
        </Shown>
      </Panel>
      <AnswerPanel
        title="Retention"
        call={callOf('builders.retention', { builder })}
        everyMs={300_000}
        shape={{ rows: 6 }}
        span={5}
        actions={<span class="dim">Wallets that traded, by months since their first trade</span>}
        empty={({ cohorts }) => (cohorts?.length ? undefined : 'No trades in the last twelve months.')}
      >
        {({ cohorts }) => <RetentionTriangle cohorts={cohorts!} />}
      </AnswerPanel>
      <BuilderUsers builder={builder} period={period} />
      {profile !== undefined && (
        <Panel title="Coverage">
          <DataNotes text={profile.dataNotes} />
        </Panel>
      )}
    </Page>
  );
}
