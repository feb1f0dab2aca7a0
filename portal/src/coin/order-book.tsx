import { callOf, type Schemas } from '../api/calls.ts';
import { amount, percent, price } from '../format/numbers.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/coin.ts';
import { DepthCurve } from './depth-curve.tsx';

/** A level with all that stands before it in the book. */
export interface DepthLevel {
  price: number;
  size: number;
  total: number;
}

const levels = 20;
const shownLevels = 10;
const everyMs = 1_500;

/** The sizes of a side, cumulated from the best price outwards. */
export function depthOf(side: readonly Schemas['HLOrderBookLevel'][] | null): DepthLevel[] {
  let total = 0;
  return (side ?? []).map((level) => {
    const size = Number(level.size);
    total += size;
    return { price: Number(level.price), size, total };
  });
}

/** The book, best prices in the middle, with its depth curve. */
export function OrderBookPanel({ coin }: { coin: string }) {
  return (
    <AnswerPanel
      title={words.book}
      call={callOf('market.orderbook', { symbol: coin, depth: levels })}
      everyMs={everyMs}
      span={3}
      shape={{ height: 430 }}
      empty={({ bids, asks }) => (bids?.length || asks?.length ? undefined : words.emptyBook)}
    >
      {({ bids, asks }) => <Book bids={depthOf(bids)} asks={depthOf(asks)} />}
    </AnswerPanel>
  );
}

function Book({ bids, asks }: { bids: readonly DepthLevel[]; asks: readonly DepthLevel[] }) {
  const shownAsks = asks.slice(0, shownLevels).reverse();
  const shownBids = bids.slice(0, shownLevels);
  const most = Math.max(shownAsks[0]?.total ?? 0, shownBids.at(-1)?.total ?? 0);
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  const spread = bid === undefined || ask === undefined ? undefined : ask - bid;
  return (
    <div class="book">
      <table>
        <thead>
          <tr>
            <th class="left">Price</th>
            <th class="number">Size</th>
            <th class="number">Total</th>
          </tr>
        </thead>
        <tbody>
          {shownAsks.map((level) => (
            <Level key={level.price} level={level} most={most} side="down" />
          ))}
          <tr class="spread">
            <td class="left">{words.spread}</td>
            <td class="number">{amount(spread)}</td>
            <td class="number">
              {percent(spread === undefined ? undefined : (spread / (bid ?? 1)) * 100, 3)}
            </td>
          </tr>
          {shownBids.map((level) => (
            <Level key={level.price} level={level} most={most} side="up" />
          ))}
        </tbody>
      </table>
      <DepthCurve bids={bids} asks={asks} />
    </div>
  );
}

interface LevelProps {
  level: DepthLevel;
  /** The largest total that is shown. */
  most: number;
  side: 'up' | 'down';
}

function Level({ level, most, side }: LevelProps) {
  const width = `${most === 0 ? 0 : (level.total / most) * 100}%`;
  return (
    <tr class={`level ${side}-level`} style={{ backgroundSize: `${width} 100%` }}>
      <td class={`left ${side}`}>{price(level.price)}</td>
      <td class="number">{amount(level.size)}</td>
      <td class="number dim">{amount(level.total)}</td>
    </tr>
  );
}
