import type { Schemas } from '../api/calls.ts';
import { Toned } from '../format/change.tsx';
import { price, short, signedPercent } from '../format/numbers.ts';

/** A candle in figures: the one under the pointer, or the newest. */
export function CandleLegend({ candle }: { candle: Schemas['MarketCandle'] }) {
  const { open, high, low, close, volume } = candle;
  const change = open === 0 ? undefined : (close / open - 1) * 100;
  return (
    <dl class="candle-legend">
      <Part name="Open" short="O" value={price(open)} />
      <Part name="High" short="H" value={price(high)} />
      <Part name="Low" short="L" value={price(low)} />
      <Part name="Close" short="C" value={price(close)} />
      <Part name="Volume, coins" short="V" value={short(volume)} />
      <div>
        <dt>
          <abbr title="Change from open to close">Δ</abbr>
        </dt>
        <dd>
          <Toned value={change}>{signedPercent(change)}</Toned>
        </dd>
      </div>
    </dl>
  );
}

function Part({ name, short: letter, value }: { name: string; short: string; value: string }) {
  return (
    <div>
      <dt>
        <abbr title={name}>{letter}</abbr>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
