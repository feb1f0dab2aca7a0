import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { Time } from '../format/time.tsx';
import { liveMs } from '../frame/pace.ts';
import { Cohort } from '../names/cohort.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';

/** Totals of all time, the recent window and the cohorts of a wallet. */
export function Profile({ address }: { address: string }) {
  const call = callOf('pulse.trader', { address });
  const { body: trader } = useAnswer(call, { everyMs: liveMs });
  const { body: performance } = useAnswer(callOf('pulse.trader-performance', { address }), {
    everyMs: 30_000,
  });
  const span = trader && (
    <span class="dim">
      Trades from <Time at={trader.firstTradeAt} form="short" /> to{' '}
      <Time at={trader.lastTradeAt} form="short" />
    </span>
  );
  return (
    <AnswerPanel
      title="All time"
      call={call}
      everyMs={liveMs}
      push={{ type: 'tradesByUser', user: address }}
      shape={{ figures: 16 }}
      actions={span}
    >
      {(trader) => {
        const { gain, dollars, counted, percents, shown } = figuresOf('LeaderboardTrader', trader);
        return (
          <Figures>
            {gain('Realized PnL, before costs', 'totalPnl')}
            {gain('Net PnL, after costs', 'netPnl')}
            {gain('PnL, 30 days to yesterday', 'recentPnl')}
            {dollars('Volume', 'totalVolume')}
            {dollars('Volume, 30 days to yesterday', 'recentVolume')}
            {percents('Win rate, trades', 'winRate')}
            <Figure label="Trend" of="TraderPerformanceBody.trend">
              {performance?.trend ?? '…'}
            </Figure>
            {counted('Trades', 'totalTrades')}
            {dollars('Fees', 'totalFees')}
            {gain('Funding', 'funding')}
            {gain('Unrealized PnL', 'unrealizedPnl')}
            {percents('Win rate, positions', 'positionWinRate')}
            {gain('Largest win', 'largestWin')}
            {gain('Largest loss', 'largestLoss')}
            {shown('PnL cohort', 'pnlTier', <Cohort tier={trader.pnlTier} />)}
            {shown('Size cohort', 'sizeTier', <Cohort tier={trader.sizeTier} />)}
          </Figures>
        );
      }}
    </AnswerPanel>
  );
}
