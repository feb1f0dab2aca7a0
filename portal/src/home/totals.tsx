import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { short } from '../format/numbers.ts';
import { listMs } from '../frame/pace.ts';
import { Shown } from '../states/answer-panel.tsx';

const calls = {
  markets: callOf('pulse.market-overview'),
  positions: callOf('exchange.positions'),
  traders: callOf('exchange.active-traders'),
  stats: callOf('pulse.stats'),
};

/** The exchange in eight figures. */
export function Totals() {
  const markets = useAnswer(calls.markets, { everyMs: listMs });
  const positions = useAnswer(calls.positions, { everyMs: 30_000 }).body;
  const traders = useAnswer(calls.traders, { everyMs: 30_000 }).body;
  const stats = useAnswer(calls.stats, { everyMs: listMs }).body;
  return (
    <section class="panel" aria-label="Totals">
      <Shown answer={markets} shape={{ figures: 8 }}>
        {({ globalStats }) => {
          const market = figuresOf('HLGlobalStats', globalStats);
          const held = figuresOf('PositionsBody', positions);
          const indexed = figuresOf('GlobalStatsBody', stats);
          return (
            <Figures>
              {market.dollars('Volume 24 h', 'totalVolume24h')}
              {market.dollars('Open interest', 'totalOpenInterest')}
              {market.counted('Trades 24 h', 'totalTrades24h')}
              {figuresOf('ActiveTradersBody', traders).counted('Active traders 24 h', 'activeTraders')}
              {held.counted('Open positions', 'totalOpenPositions')}
              {held.counted('Liquidated 24 h', 'totalLiquidated24h')}
              {indexed.counted('Wallets indexed', 'totalTraders')}
              {indexed.shown('Fills indexed', 'totalTrades', short(stats?.totalTrades))}
            </Figures>
          );
        }}
      </Shown>
    </section>
  );
}
