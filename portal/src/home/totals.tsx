import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { Toned } from '../format/change.tsx';
import { price, signedPercent } from '../format/numbers.ts';
import { listMs } from '../frame/pace.ts';
import { coinPath } from '../names/paths.ts';
import { Shown } from '../states/answer-panel.tsx';

const calls = {
  markets: callOf('pulse.market-overview'),
  positions: callOf('exchange.positions'),
  traders: callOf('exchange.active-traders'),
};

const majors = ['BTC', 'ETH', 'HYPE'];

/** Mark price and change of a day of the largest markets. */
function Majors({ markets }: { markets: readonly Schemas['HLMarketData'][] }) {
  return majors.flatMap((name) => {
    const market = markets.find(({ coin }) => coin === name);
    if (market === undefined) return [];
    const { coin, markPx, change24h } = market;
    return [
      <Figure
        key={coin}
        label={coin}
        value={markPx}
        note={<Toned value={change24h}>{signedPercent(change24h)}</Toned>}
      >
        <a href={coinPath(coin)} aria-label={`${coin} ${price(markPx)}`}>
          {price(markPx)}
        </a>
      </Figure>,
    ];
  });
}

/** The largest markets, and the exchange in six figures. */
export function Totals() {
  const markets = useAnswer(calls.markets, { everyMs: listMs });
  const positions = useAnswer(calls.positions, { everyMs: 30_000 }).body;
  const traders = useAnswer(calls.traders, { everyMs: 30_000 }).body;
  return (
    <section class="panel" aria-label="Totals">
      <Shown answer={markets} shape={{ figures: 9 }}>
        {({ globalStats, markets: listed }) => {
          const market = figuresOf('HLGlobalStats', globalStats);
          const held = figuresOf('PositionsBody', positions);
          return (
            <Figures>
              <Majors markets={listed ?? []} />
              {market.dollars('Volume 24 h', 'totalVolume24h')}
              {market.dollars('Open interest', 'totalOpenInterest')}
              {market.counted('Trades 24 h', 'totalTrades24h')}
              {figuresOf('ActiveTradersBody', traders).counted('Active traders 24 h', 'activeTraders')}
              {held.counted('Open positions', 'totalOpenPositions')}
              {held.counted('Liquidated 24 h', 'totalLiquidated24h')}
            </Figures>
          );
        }}
      </Shown>
    </section>
  );
}
