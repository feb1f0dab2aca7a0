import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { Toned } from '../format/change.tsx';
import { percent, signedUsd, unknown, usd } from '../format/numbers.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { noteOf } from './skill.tsx';

type Worth = Schemas['AccountValueBody'];

const said = (reason: string | undefined) => (reason ?? 'no reason given').replaceAll('-', ' ');

/** Unknown parts of an account's value, with reasons. */
export function missingOf(worth: Worth | undefined): string | undefined {
  if (worth === undefined) return 'not known: the account was not read yet';
  if (worth.totalUsd !== null) return undefined;
  const missing = worth.parts
    .filter(({ valueUsd, reason }) => valueUsd === null && reason !== 'counted-in-spot')
    .map(({ part, dex, reason }) => `${dex === undefined ? part : `${part} of ${dex}`} ${said(reason)}`);
  return `not known: ${missing.join('; ')}. The rest is ${usd(worth.knownUsd)}`;
}

/** Key measures of a trader in one row; an unknown value gives its reason. */
export function Headline({ address }: { address: string }) {
  const skill = useAnswer(callOf('pulse.trader-skill', { address }), { everyMs: 300_000 }).body;
  const measured = (
    label: string,
    name: 'return' | 'maxDrawdown' | 'profitFactor',
    shown: (value: number) => string,
  ) => {
    const value = skill?.[name].value ?? undefined;
    return (
      <Figure
        label={label}
        of={`TraderSkillBody.${name}` as const}
        value={value}
        note={skill && noteOf(skill[name], shown)}
      >
        <Toned value={name === 'return' ? value : null}>{value === undefined ? unknown : shown(value)}</Toned>
      </Figure>
    );
  };
  return (
    <AnswerPanel
      title="At a glance"
      call={callOf('pulse.trader', { address })}
      everyMs={30_000}
      shape={{ figures: 6 }}
      actions={<span class="dim">All time. Return, drawdown and profit factor: last 90 days</span>}
    >
      {({ accountValue, netPnl, positionWinRate }) => (
        <Figures>
          <Figure
            label="Account value"
            of="AccountValueBody.totalUsd"
            value={accountValue?.totalUsd}
            note={missingOf(accountValue)}
          >
            {usd(accountValue?.totalUsd)}
          </Figure>
          <Figure
            label="Net PnL"
            of="LeaderboardTrader.netPnl"
            value={netPnl}
            note={
              netPnl === undefined ? 'not known: fees or funding are incomplete in the record' : undefined
            }
          >
            <Toned value={netPnl}>{signedUsd(netPnl)}</Toned>
          </Figure>
          {measured('Return', 'return', percent)}
          {measured('Max drawdown', 'maxDrawdown', percent)}
          <Figure
            label="Win rate, positions"
            of="LeaderboardTrader.positionWinRate"
            value={positionWinRate}
            note={positionWinRate === undefined ? 'not known: no closed perp positions' : undefined}
          >
            {percent(positionWinRate)}
          </Figure>
          {measured('Profit factor', 'profitFactor', (value) => value.toFixed(2))}
        </Figures>
      )}
    </AnswerPanel>
  );
}
