import { type ServiceStatus, useStatus } from '../api/status.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { count, duration } from '../format/numbers.ts';
import { useNow } from '../format/time.tsx';
import { Page } from '../frame/page.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import { words } from '../words/status.ts';
import { Census } from './census.tsx';
import { DriftPanel } from './drift.tsx';
import { FeedTable, GapsPanel, UnusablePanel } from './feeds.tsx';
import { PlanLimits } from './plan-limits.tsx';

/** Status of the service. */
export default function StatusPage() {
  const status = useStatus();
  return (
    <Page title={words.title} intro={words.intro}>
      <section class="panel" aria-label={words.title}>
        {status === undefined ? <Skeleton shape={{ figures: 7 }} /> : <Overall status={status} />}
      </section>
      {status !== undefined && (
        <>
          <Checks checks={status.checks} />
          <Panel title={words.feeds} span={9}>
            {status.live === null ? (
              <p class="note empty">{words.noLive}</p>
            ) : (
              <FeedTable feeds={status.live.feeds} />
            )}
          </Panel>
          {status.gaps !== undefined && <GapsPanel rows={status.gaps} />}
          {status.live !== null && <Connector live={status.live} />}
          {status.nodeInfo != null && <NodeInfo info={status.nodeInfo} />}
          <UnusablePanel rows={status.live?.unusable ?? []} />
          <DriftPanel rows={status.drift ?? []} />
        </>
      )}
      <Census />
      <PlanLimits />
    </Page>
  );
}

function Overall({ status }: { status: ServiceStatus }) {
  const nowMs = useNow(1_000);
  const { newestFillMs, newestBlock, fills, quarantined, boardsAgeMs, ready, version } = status;
  return (
    <Figures>
      <Figure label="Service">
        <span class={ready ? 'up' : 'down'}>{ready ? words.ready : words.notReady}</span>
      </Figure>
      <Figure label="Newest fill">
        {newestFillMs === null ? words.never : `${duration(nowMs - newestFillMs)} ago`}
      </Figure>
      <Figure label="Newest block" value={newestBlock}>
        {count(newestBlock)}
      </Figure>
      <Figure label="Fills stored" value={fills}>
        {count(fills)}
      </Figure>
      <Figure label="In quarantine" value={quarantined}>
        {count(quarantined)}
      </Figure>
      <Figure label="Boards checked">
        {boardsAgeMs === null ? words.never : `${duration(boardsAgeMs)} ago`}
      </Figure>
      <Figure label="Version">{version}</Figure>
    </Figures>
  );
}

function Checks({ checks }: Pick<ServiceStatus, 'checks'>) {
  return (
    <Panel title={words.checks} span={3}>
      <dl class="pairs">
        {Object.entries(checks).map(([name, state]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={state === true ? 'up' : 'down'}>{state === true ? words.isReady : state}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Connector({ live }: { live: NonNullable<ServiceStatus['live']> }) {
  const { connections, wallets, weight, requests } = live;
  const rows: Rows = [
    [
      'Connections',
      `${connections.open} of ${connections.total} open, lost ${count(connections.disconnects)} times`,
    ],
    [
      'Wallets read',
      `${count(wallets.tracked)}, complete ${count(wallets.complete)}, behind ${count(wallets.behind)}`,
    ],
    ['Wallets left out', count(wallets.untracked)],
    ['Fills missing at the exchange', count(wallets.missingFills)],
    [
      'Requests',
      `${count(requests.answered)} answered, ${count(requests.failed)} failed, ${count(requests.throttled)} throttled`,
    ],
    ['Weight', `${count(weight.used)} of ${count(weight.limit)} a minute`],
  ];
  return <Pairs title={words.wallets} rows={rows} />;
}

function NodeInfo({ info }: { info: NonNullable<ServiceStatus['nodeInfo']> }) {
  const { isUp, answered, failed, accounts, unread, oldestMs, states } = info;
  const rows: Rows = [
    ['Info server', isUp ? words.isReady : words.isAway],
    ['Accounts with open positions', `${count(accounts)}, never read ${count(unread)}`],
    ['Oldest state', duration(oldestMs)],
    ['States stored', count(states)],
    ['Requests', `${count(answered)} answered, ${count(failed)} failed`],
  ];
  return <Pairs title={words.nodeInfo} rows={rows} />;
}

type Rows = readonly (readonly [string, string])[];

function Pairs({ title, rows }: { title: string; rows: Rows }) {
  return (
    <Panel title={title} span={6}>
      <dl class="pairs">
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
