import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { Toned } from '../format/change.tsx';
import { count, percent, signedUsd, usd } from '../format/numbers.ts';
import { Panel, Shown } from '../states/answer-panel.tsx';
import { FailureNote, panelFailure } from '../states/failure-note.tsx';
import { whenKnown, whyOf } from '../words/unknown.ts';
import { verdictOf } from './verdict.ts';

type Worth = Schemas['AccountValueBody'];

const missingOf = (worth: Worth | undefined) =>
  worth?.totalUsd === null
    ? worth.parts.filter(({ valueUsd, reason }) => valueUsd === null && reason !== 'counted-in-spot')
    : [];

/** Unknown parts of an account's value, with reasons; undefined if it is known. */
function whyUnvalued(worth: Worth | undefined): string | undefined {
  if (worth === undefined) return whyOf('not-read');
  if (worth.totalUsd !== null) return undefined;
  const parts = missingOf(worth).map(
    ({ part, dex, reason }) => `${dex === undefined ? part : `${part} of ${dex}`}: ${whyOf(reason)}`,
  );
  return `${parts.join('; ')}. The rest is ${usd(worth.knownUsd)}`;
}

/** Reasons of the figures that are not known. */
function unknownOf(skill: Schemas['TraderSkillBody'], trader: Schemas['LeaderboardTrader'] | undefined) {
  const measured = [skill.return, skill.maxDrawdown, skill.netPerDay].filter(({ value }) => value === null);
  const reasons = [...measured, ...missingOf(trader?.accountValue)].map(({ reason }) => reason);
  return trader && trader.netPnl === undefined ? [...reasons, 'costs-incomplete' as const] : reasons;
}

/** Whether a wallet makes money, in a line of figures and a sentence. */
export function Headline({ address }: { address: string }) {
  const call = callOf('pulse.trader', { address });
  const answer = useAnswer(call, { everyMs: 30_000 });
  const skilled = useAnswer(callOf('pulse.trader-skill', { address }), { everyMs: 300_000 });
  const earned = useAnswer(callOf('pulse.trader-pnl', { address }), { everyMs: 30_000 });
  const [skill, total] = [skilled.body, earned.body?.total];
  const failed = [skilled, earned].find(({ body, failure }) => body === undefined && panelFailure(failure));
  const measured = (label: string, name: 'return' | 'maxDrawdown') => {
    const { value, reason } = skill?.[name] ?? {};
    return (
      <Figure
        label={label}
        of={`TraderSkillBody.${name}`}
        value={value}
        why={value === null ? whyOf(reason) : undefined}
      >
        <Toned value={name === 'return' ? value : null}>{percent(value)}</Toned>
      </Figure>
    );
  };
  return (
    <Panel
      title="At a glance"
      call={call}
      actions={<span class="dim">All time. Return, drawdown and sample: last 90 days</span>}
    >
      <Shown answer={answer} shape={{ figures: 5 }}>
        {({ accountValue, netPnl }) => (
          <Figures>
            <Figure
              label="Account value"
              of="AccountValueBody.totalUsd"
              value={accountValue?.totalUsd}
              why={whyUnvalued(accountValue)}
            >
              {usd(accountValue?.totalUsd)}
            </Figure>
            <Figure
              label="Net PnL"
              of="LeaderboardTrader.netPnl"
              value={netPnl}
              why={netPnl === undefined ? whyOf('costs-incomplete') : undefined}
            >
              <Toned value={netPnl}>{signedUsd(netPnl)}</Toned>
            </Figure>
            {measured('Return', 'return')}
            {measured('Max drawdown', 'maxDrawdown')}
            <Figure label="Sample" of="SkillFigure.days" value={skill?.netPerDay.days}>
              {skill && `${skill.netPerDay.days} days, ${count(skill.netPerDay.closedPositions)} closed`}
            </Figure>
          </Figures>
        )}
      </Shown>
      <div class="verdict" aria-busy={failed === undefined && (skill === undefined || total === undefined)}>
        {failed && <FailureNote failure={failed.failure!} retry={failed.retry} />}
        {skill && total && (
          <p>
            {verdictOf(skill.netPerDay, total)}{' '}
            <span class="dim">{whenKnown(unknownOf(skill, answer.body))}</span>
          </p>
        )}
      </div>
    </Panel>
  );
}
