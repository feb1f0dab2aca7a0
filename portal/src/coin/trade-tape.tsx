import { useEffect, useRef, useState } from 'preact/hooks';
import { callOf } from '../api/calls.ts';
import { type Push, usePush } from '../api/push.ts';
import { useAnswer } from '../api/use-answer.ts';
import { amount, count, price, usd } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { Wallet } from '../names/wallet.tsx';
import { Panel, useSeen } from '../states/answer-panel.tsx';
import { words } from '../words/coin.ts';
import { keyOf, type TapeTrade, tapeStart, withTrades } from './tape.ts';

/** Minimum time between two drawings. */
const drawMs = 150;
const minutes = 720;

/** Live trades of a coin, from the taker's side; pauses under the pointer. */
export function TapePanel({ coin }: { coin: string }) {
  const [place, isSeen] = useSeen();
  const call = callOf('pulse.market-candles-recent', { symbol: coin, interval: '1m', limit: minutes });
  const { body } = useAnswer(isSeen ? call : undefined);
  // Keeps its first start: another stretch of the past would be another subscription.
  const past = useRef<Push | undefined>(undefined);
  const start = past.current === undefined ? tapeStart(body ?? []) : undefined;
  if (start !== undefined) {
    const [from, to] = [new Date(start), new Date()].map((at) => at.toISOString());
    past.current = { type: 'tradesByCoin', coin, from: from!, to: to! };
  }
  const { shown, waiting, isLive, hold } = useTape(
    isSeen ? [{ type: 'tradesByCoin', coin }, past.current] : [],
  );
  return (
    <Panel
      title={words.tape}
      span={4}
      isLive={isLive}
      actions={waiting > 0 && <span class="dim">{words.held(count(waiting))}</span>}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be a second landmark of its panel's name */}
      <div
        ref={place}
        class="tape"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its place is scrolled by its keys
        tabIndex={0}
        aria-label={words.tape}
        onMouseEnter={() => hold(true)}
        onMouseLeave={() => hold(false)}
      >
        {shown.length === 0 ? (
          <p class="note empty">{isLive ? words.noTrades : words.tapeWaits}</p>
        ) : (
          <Rows trades={shown} />
        )}
      </div>
    </Panel>
  );
}

/** The newest trades of the live feed and of a stretch of the past, and how many wait while the tape is paused. */
function useTape([present, past]: readonly (Push | undefined)[]) {
  const newest = useRef<readonly TapeTrade[]>([]);
  const [shown, setShown] = useState<readonly TapeTrade[]>([]);
  const [waiting, setWaiting] = useState(0);
  const isHeld = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const draw = () => {
    timer.current = undefined;
    setShown((before) => {
      if (!isHeld.current) return newest.current;
      const known = new Set(before.map(keyOf));
      setWaiting(newest.current.filter((trade) => !known.has(keyOf(trade))).length);
      return before;
    });
  };
  const take = (message: unknown) => {
    newest.current = withTrades(newest.current, message);
    timer.current ??= setTimeout(draw, drawMs);
  };
  const isLive = usePush(present, take);
  usePush(past, take);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hold = (isWanted: boolean) => {
    isHeld.current = isWanted;
    if (isWanted) return;
    setWaiting(0);
    draw();
  };
  return { shown, waiting, isLive, hold };
}

function Rows({ trades }: { trades: readonly TapeTrade[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th class="left">Time</th>
          <th class="number">Price</th>
          <th class="number">Size</th>
          <th class="number">USD</th>
          <th class="left">Taker</th>
        </tr>
      </thead>
      <tbody>
        {trades.map((trade) => (
          <tr key={keyOf(trade)} class={trade.isLiquidation ? 'liquidation' : undefined}>
            <td class="left">
              <Time at={trade.timeMs} form="time" />
            </td>
            <td class={`number ${trade.isBuy ? 'up' : 'down'}`}>
              <abbr title={trade.isBuy ? 'Bought by the taker' : 'Sold by the taker'}>
                {trade.isBuy ? '▲' : '▼'}
              </abbr>{' '}
              {price(trade.price)}
            </td>
            <td class="number">{amount(trade.size)}</td>
            <td class="number">{usd(trade.size * trade.price)}</td>
            <td class="left">
              <Wallet address={trade.wallet} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
