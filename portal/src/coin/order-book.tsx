import { callOf, type Schemas } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { amount, percent, price, usd } from '../format/numbers.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/coin.ts';
import { DepthCurve } from './depth-curve.tsx';

/** A level with the cumulative size up to its price. */
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
  side: readonly Pick<Schemas['HLOrderBookLevel'], 'price' | 'size'>[] | null,
  unit: Unit = 'coins',
): DepthLevel[] {
  let total = 0;
  return (side ?? []).map((level) => {
    const size = Number(level.size) * (unit === 'usd' ? Number(level.price) : 1);
    total += size;
    return { price: Number(level.price), size, total };
  });
}

/** Steps that levels are joined to: 1, 2 or 5 times a power of ten, from about the least distance of two levels on. */
export function stepsOf(sides: readonly (readonly { price: number }[])[]): number[] {
  const gaps = sides
    .flatMap((side) => side.slice(1).map(({ price: at }, i) => Math.abs(at - side[i]!.price)))
    .filter((gap) => gap > 0);
  if (gaps.length === 0) return [];
  const least = Math.min(...gaps);
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9);
  return [2, 5, 10, 20, 50, 100].map((many) => Number((many * power).toPrecision(6)));
}

/**
 * Groups the levels of a side: bids round down to the step, offers up, so that no price looks better than it is.
 *
 * @param step 0 leaves the levels unchanged
 */
export function grouped<Level extends { price: string; size: string }>(
  side: readonly Level[] | null,
  step: number,
  isBid: boolean,
): readonly Pick<Level, 'price' | 'size'>[] {
  if (step === 0) return side ?? [];
  const sizes = new Map<number, number>();
  for (const { price: at, size } of side ?? []) {
    const steps = Number(at) / step;
    const to = isBid ? Math.floor(steps + 1e-9) : Math.ceil(steps - 1e-9);
    sizes.set(to, (sizes.get(to) ?? 0) + Number(size));
  }
  return [...sizes].map(([to, size]) => ({
    price: String(Number((to * step).toPrecision(12))),
    size: String(size),
  })) as Pick<Level, 'price' | 'size'>[];
}

/** The book, best prices in the middle, with its depth curve. */
export function OrderBookPanel({ coin }: { coin: string }) {
  const [chosen, setUnit] = useAddressState('book', 'coins');
  const unit = chosen === 'usd' ? 'usd' : 'coins';
  const [asked, setStep] = useAddressState('step', '0');
  const step = Math.max(0, Number(asked) || 0);
  const call = callOf('market.orderbook', { symbol: coin, depth: levels });
  const { body } = useAnswer(call);
  const steps = stepsOf([body?.bids ?? [], body?.asks ?? []].map((side) => depthOf(side)));
  return (
    <AnswerPanel
      title={words.book}
      call={call}
      everyMs={everyMs}
      push={{ type: 'l2Book', coin }}
      span={3}
      actions={
        <>
          <select
            aria-label={words.grouping}
            value={asked}
            onChange={({ currentTarget }) => setStep(currentTarget.value)}
          >
            <option value="0">{words.everyLevel}</option>
            {[...new Set([...steps, ...(step > 0 ? [step] : [])])].map((one) => (
              <option key={one} value={String(one)}>
                {one}
              </option>
            ))}
          </select>
          <Choice label="Sizes in" options={units} value={unit} onChange={setUnit} />
        </>
      }
      shape={{ height: 430 }}
      empty={({ bids, asks }) => (bids?.length || asks?.length ? undefined : words.emptyBook)}
    >
      {({ bids, asks }) => (
        <Book
          bids={depthOf(grouped(bids, step, true), unit)}
          asks={depthOf(grouped(asks, step, false), unit)}
          unit={unit}
        />
      )}
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
