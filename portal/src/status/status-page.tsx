import { type ServiceStatus, useStatus } from '../api/status.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { count, duration } from '../format/numbers.ts';
import { useNow } from '../format/time.tsx';
import { Page } from '../frame/page.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import { words } from '../words/status.ts';
import { Census } from './census.tsx';
import { PublicDiagnosis } from './diagnosis.tsx';
import { DriftPanel } from './drift.tsx';
import { PlanLimits } from './plan-limits.tsx';

/** Status of the service. */
export default function StatusPage() {
  const status = useStatus();
  return (
    <Page title={words.title} intro={words.intro}>
      <section class="panel" aria-label={words.title}>
        {status === undefined ? <Skeleton shape={{ figures: 6 }} /> : <Overall status={status} />}
      </section>
      {status !== undefined && (
        <>
          <Checks checks={status.checks} />
          <PublicDiagnosis />
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
  const { newestFillMs, newestBlock, fills, boardsAgeMs, ready, version } = status;
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
      <Figure label="Boards checked">
        {boardsAgeMs === null ? words.never : `${duration(boardsAgeMs)} ago`}
      </Figure>
      <Figure label="Version">{version}</Figure>
    </Figures>
  );
}

function Checks({ checks }: Pick<ServiceStatus, 'checks'>) {
  return (
    <Panel title={words.checks} span={6}>
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
