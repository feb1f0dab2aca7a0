import { callOf, type Schemas } from '../api/calls.ts';
import { amount, percent, price, usd } from '../format/numbers.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
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

type Unit = 'coins' | 'usd';

const units: readonly (readonly [Unit, string])[] = [
  ['coins', 'Coins'],
  ['usd', 'USD'],
];

const sizedIn = { coins: amount, usd } as const;

/** The sizes of a side, cumulated from the best price outwards. @param unit of sizes and totals */
export function depthOf(
  side: readonly Schemas['HLOrderBookLevel'][] | null,
  unit: Unit = 'coins',
): DepthLevel[] {
  let total = 0;
  return (side ?? []).map((level) => {
    const size = Number(level.size) * (unit === 'usd' ? Number(level.price) : 1);
    total += size;
    return { price: Number(level.price), size, total };
  });
}

/** The book, best prices in the middle, with its depth curve. */
export function OrderBookPanel({ coin }: { coin: string }) {
  const [chosen, setUnit] = useAddressState('book', 'coins');
  const unit = chosen === 'usd' ? 'usd' : 'coins';
  return (
    <AnswerPanel
      title={words.book}
      call={callOf('market.orderbook', { symbol: coin, depth: levels })}
      everyMs={everyMs}
      push={{ type: 'l2Book', coin }}
      span={3}
      actions={<Choice label="Sizes in" options={units} value={unit} onChange={setUnit} />}
      shape={{ height: 430 }}
      empty={({ bids, asks }) => (bids?.length || asks?.length ? undefined : words.emptyBook)}
    >
      {({ bids, asks }) => <Book bids={depthOf(bids, unit)} asks={depthOf(asks, unit)} unit={unit} />}
    </AnswerPanel>
  );
}

interface BookProps {
  bids: readonly DepthLevel[];
  asks: readonly DepthLevel[];
  unit: Unit;
}

function Book({ bids, asks, unit }: BookProps) {
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
            <Level key={level.price} level={level} most={most} side="down" unit={unit} />
          ))}
          <tr class="spread">
            <td class="left">{words.spread}</td>
            <td class="number">{amount(spread)}</td>
            <td class="number">
              {percent(spread === undefined ? undefined : (spread / (bid ?? 1)) * 100, 3)}
            </td>
          </tr>
          {shownBids.map((level) => (
            <Level key={level.price} level={level} most={most} side="up" unit={unit} />
          ))}
        </tbody>
      </table>
      <DepthCurve bids={bids} asks={asks} sized={sizedIn[unit]} />
    </div>
  );
}

interface LevelProps {
  level: DepthLevel;
  /** The largest total that is shown. */
  most: number;
  side: 'up' | 'down';
  unit: Unit;
}

function Level({ level, most, side, unit }: LevelProps) {
  const sized = sizedIn[unit];
  const width = `${most === 0 ? 0 : (level.total / most) * 100}%`;
  return (
    <tr class={`level ${side}-level`} style={{ backgroundSize: `${width} 100%` }}>
      <td class={`left ${side}`}>{price(level.price)}</td>
      <td class="number">{sized(level.size)}</td>
      <td class="number dim">{sized(level.total)}</td>
    </tr>
  );
}
