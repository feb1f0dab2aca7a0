import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Live } from '../format/change.tsx';
import { share } from '../format/numbers.ts';

/** The price of a side, shown as the market's probability. @param coin such as `#3160` */
export function Probability({ coin, everyMs }: { coin: string; everyMs: number }) {
  const { body, failure } = useAnswer(callOf('market.price', { symbol: coin }), { everyMs });
  if (body === undefined) return <span class="dim">{failure === undefined ? '…' : '–'}</span>;
  const price = Number(body.markPrice);
  return (
    <span class="chance" title={`${coin} at ${body.markPrice}`}>
      <span
        class="chance-bar"
        style={{ width: `${Math.min(100, Math.max(0, price * 100))}%` }}
        aria-hidden="true"
      />
      <Live value={price}>{share(price, 1)}</Live>
    </span>
  );
}
