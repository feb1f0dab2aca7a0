import { callOf, type Schemas } from '../api/calls.ts';
import { percent, signedUsd, usd } from '../format/numbers.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { coined, counted, dollars, gain, percents } from '../table/usual-columns.tsx';

type Token = Schemas['TraderTokenStat'];
type Position = Schemas['LifecycleRow'];

const columns: readonly Column<Token>[] = [
  coined('TraderTokenStat.coin'),
  gain('pnl', 'PnL', (row) => row.pnl, 'TraderTokenStat.pnl'),
  dollars('volume', 'Volume', (row) => row.volume, 'TraderTokenStat.volume'),
  percents('winRate', 'Win rate, trades', (row) => row.winRate, 'TraderTokenStat.winRate'),
  counted('fills', 'Trades', (row) => row.trades, 'TraderTokenStat.trades'),
];

export interface Hour {
  hour: number;
  pnl: number;
  closed: number;
  wins: number;
}

/** Closed positions by the UTC hour of their close. */
export function hoursOf(positions: readonly Position[]): Hour[] {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, pnl: 0, closed: 0, wins: 0 }));
  for (const { closedAtRaw, realizedPnl } of positions) {
    if (closedAtRaw === undefined) continue;
    const one = hours[new Date(closedAtRaw).getUTCHours()]!;
    one.pnl += realizedPnl;
    one.closed += 1;
    if (realizedPnl > 0) one.wins += 1;
  }
  return hours;
}

/** Bars of PnL by hour, up for gains and down for losses. */
export function HourBars({ hours }: { hours: readonly Hour[] }) {
  const largest = Math.max(1e-9, ...hours.map(({ pnl }) => Math.abs(pnl)));
  return (
    <ol class="hours" aria-label="PnL of closed positions by UTC hour of the close">
      {hours.map(({ hour, pnl, closed, wins }) => {
        const said = `${String(hour).padStart(2, '0')}:00 UTC: ${signedUsd(pnl)}, ${closed} closed${closed === 0 ? '' : `, ${percent((wins / closed) * 100, 0)} won`}`;
        const height = `${(Math.abs(pnl) / largest) * 50}%`;
        return (
          <li key={hour} title={said}>
            <span class={`bar ${pnl < 0 ? 'loss' : 'win'}`} style={{ height }} />
            <span class="sr">{said}</span>
            <span class="hour" aria-hidden="true">
              {hour % 6 === 0 ? hour : ''}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Coins that a wallet trades, and its results by hour of day. */
export function Coins({ address }: { address: string }) {
  const closed = { address, status: 'closed', limit: 200 } as const;
  return (
    <>
      <AnswerPanel
        title="Coins"
        call={callOf('pulse.trader-tokens', { address })}
        everyMs={30_000}
        shape={{ rows: 8 }}
        span={7}
        empty={(rows) => (rows?.length ? undefined : 'No trades.')}
      >
        {(rows) => (
          <Table
            name="coins"
            label="Coins"
            rows={rows}
            columns={columns}
            rowKey={({ coin }) => coin}
            pageRows={10}
          />
        )}
      </AnswerPanel>
      <AnswerPanel
        title="PnL by hour"
        call={callOf('pulse.trader-lifecycles', closed)}
        everyMs={60_000}
        shape={{ height: 180 }}
        span={5}
        actions={<span class="dim">By UTC hour of the close</span>}
        empty={({ lifecycles }) =>
          lifecycles?.length ? undefined : "No closed positions within your plan's history."
        }
      >
        {({ lifecycles, total }) => (
          <>
            <HourBars hours={hoursOf(lifecycles!)} />
            <p class="dim note">
              Of {Math.min(total, lifecycles!.length)} closed positions
              {total > lifecycles!.length ? `, the newest of ${total}` : ''}: together{' '}
              {usd(lifecycles!.reduce((sum, { realizedPnl }) => sum + realizedPnl, 0))}.
            </p>
          </>
        )}
      </AnswerPanel>
    </>
  );
}
