import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { Time } from '../format/time.tsx';
import { liveMs } from '../frame/pace.ts';
import { Cohort } from '../names/cohort.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';

type Trader = Schemas['LeaderboardTrader'];

/** Figures of all time, by the part of the page that they belong to. */
const parts = {
  trades: (trader: Trader) => {
    const { gain, dollars, counted } = figuresOf('LeaderboardTrader', trader);
    return (
      <Figures>
        {counted('Trades', 'totalTrades')}
        {dollars('Volume', 'totalVolume')}
        {dollars('Volume, 30 days to yesterday', 'recentVolume')}
        {gain('Largest win', 'largestWin')}
        {gain('Largest loss', 'largestLoss')}
      </Figures>
    );
  },
  costs: (trader: Trader) => {
    const { gain, dollars } = figuresOf('LeaderboardTrader', trader);
    return (
      <Figures>
        {gain('Realized PnL, before costs', 'totalPnl')}
        {dollars('Fees', 'totalFees')}
        {gain('Funding', 'funding')}
        {gain('Unrealized PnL', 'unrealizedPnl')}
        {gain('PnL, 30 days to yesterday', 'recentPnl')}
      </Figures>
    );
  },
  skill: (trader: Trader) => {
    const { percents, shown } = figuresOf('LeaderboardTrader', trader);
    return (
      <Figures>
        {percents('Win rate, trades', 'winRate')}
        {percents('Win rate, positions', 'positionWinRate')}
        <Trend address={trader.address} />
        {shown('PnL cohort', 'pnlTier', <Cohort tier={trader.pnlTier} />)}
        {shown('Size cohort', 'sizeTier', <Cohort tier={trader.sizeTier} />)}
      </Figures>
    );
  },
};

function Trend({ address }: { address: string }) {
  const { body } = useAnswer(callOf('pulse.trader-performance', { address }), { everyMs: 30_000 });
  return (
    <Figure label="Trend" of="TraderPerformanceBody.trend">
      {body?.trend ?? '…'}
    </Figure>
  );
}

/** A wallet's figures of all time that belong to a part of its page. */
export function AllTime({ address, part }: { address: string; part: keyof typeof parts }) {
  const call = callOf('pulse.trader', { address });
  const { body: trader } = useAnswer(call, { everyMs: liveMs });
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
      shape={{ figures: 5 }}
      actions={span}
    >
      {parts[part]}
    </AnswerPanel>
  );
}
