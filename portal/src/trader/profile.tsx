import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { TierLink } from '../cohorts/tier-link.tsx';
import { Figure, Figures } from '../figure/figure.tsx';
import { Toned } from '../format/change.tsx';
import { count, percent, signedUsd, usd } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { liveMs } from '../frame/pace.ts';
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
      fills from <Time at={trader.firstTradeAt} form="short" /> to{' '}
      <Time at={trader.lastTradeAt} form="short" />
    </span>
  );
  return (
    <AnswerPanel title="All time" call={call} everyMs={liveMs} shape={{ figures: 12 }} actions={span}>
      {(trader) => (
        <Figures>
          <Figure label="PnL" of="LeaderboardTrader.totalPnl" value={trader.totalPnl}>
            <Toned value={trader.totalPnl}>{signedUsd(trader.totalPnl)}</Toned>
          </Figure>
          <Figure label="PnL, 30 days" of="LeaderboardTrader.recentPnl" value={trader.recentPnl}>
            <Toned value={trader.recentPnl}>{signedUsd(trader.recentPnl)}</Toned>
          </Figure>
          <Figure label="Volume" of="LeaderboardTrader.totalVolume" value={trader.totalVolume}>
            {usd(trader.totalVolume)}
          </Figure>
          <Figure label="Volume, 30 days" of="LeaderboardTrader.recentVolume" value={trader.recentVolume}>
            {usd(trader.recentVolume)}
          </Figure>
          <Figure label="Win rate" of="LeaderboardTrader.winRate" value={trader.winRate}>
            {percent(trader.winRate)}
          </Figure>
          <Figure label="Trend" of="TraderPerformanceBody.trend">
            {performance?.trend ?? '…'}
          </Figure>
          <Figure label="Fills" of="LeaderboardTrader.totalTrades" value={trader.totalTrades}>
            {count(trader.totalTrades)}
          </Figure>
          <Figure label="Fees" of="LeaderboardTrader.totalFees" value={trader.totalFees}>
            {usd(trader.totalFees)}
          </Figure>
          <Figure label="Largest win" of="LeaderboardTrader.largestWin" value={trader.largestWin}>
            <Toned value={trader.largestWin}>{signedUsd(trader.largestWin)}</Toned>
          </Figure>
          <Figure label="Largest loss" of="LeaderboardTrader.largestLoss" value={trader.largestLoss}>
            <Toned value={trader.largestLoss}>{signedUsd(trader.largestLoss)}</Toned>
          </Figure>
          <Figure label="PnL cohort" of="LeaderboardTrader.pnlTier">
            <TierLink tier={trader.pnlTier} />
          </Figure>
          <Figure label="Size cohort" of="LeaderboardTrader.sizeTier">
            <TierLink tier={trader.sizeTier} />
          </Figure>
        </Figures>
      )}
    </AnswerPanel>
  );
}
