import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { count, short, usd } from '../format/numbers.ts';
import { Shown } from '../states/answer-panel.tsx';

const calls = {
  markets: callOf('pulse.market-overview'),
  positions: callOf('exchange.positions'),
  traders: callOf('exchange.active-traders'),
  stats: callOf('pulse.stats'),
};

/** The exchange in eight figures. */
export function Totals() {
  const markets = useAnswer(calls.markets, { everyMs: 5_000 });
  const positions = useAnswer(calls.positions, { everyMs: 30_000 }).body;
  const traders = useAnswer(calls.traders, { everyMs: 30_000 }).body;
  const stats = useAnswer(calls.stats, { everyMs: 5_000 }).body;
  return (
    <section class="panel" aria-label="Totals">
      <Shown answer={markets} shape={{ figures: 8 }}>
        {({ globalStats }) => (
          <Figures>
            <Figure label="Volume 24 h" of="HLGlobalStats.totalVolume24h" value={globalStats.totalVolume24h}>
              {usd(globalStats.totalVolume24h)}
            </Figure>
            <Figure
              label="Open interest"
              of="HLGlobalStats.totalOpenInterest"
              value={globalStats.totalOpenInterest}
            >
              {usd(globalStats.totalOpenInterest)}
            </Figure>
            <Figure label="Matches 24 h" of="HLGlobalStats.totalTrades24h" value={globalStats.totalTrades24h}>
              {count(globalStats.totalTrades24h)}
            </Figure>
            <Figure label="Traders 24 h" of="ActiveTradersBody.activeTraders" value={traders?.activeTraders}>
              {count(traders?.activeTraders)}
            </Figure>
            <Figure
              label="Open positions"
              of="PositionsBody.totalOpenPositions"
              value={positions?.totalOpenPositions}
            >
              {count(positions?.totalOpenPositions)}
            </Figure>
            <Figure
              label="Liquidated 24 h"
              of="PositionsBody.totalLiquidated24h"
              value={positions?.totalLiquidated24h}
            >
              {count(positions?.totalLiquidated24h)}
            </Figure>
            <Figure label="Wallets indexed" of="GlobalStatsBody.totalTraders" value={stats?.totalTraders}>
              {count(stats?.totalTraders)}
            </Figure>
            <Figure label="Fills indexed" of="GlobalStatsBody.totalTrades" value={stats?.totalTrades}>
              {short(stats?.totalTrades)}
            </Figure>
          </Figures>
        )}
      </Shown>
    </section>
  );
}
