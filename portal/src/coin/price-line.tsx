import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { Toned } from '../format/change.tsx';
import { amount, price, signedPercent, usd } from '../format/numbers.ts';
import { Shown } from '../states/answer-panel.tsx';

const everyMs = 2_000;

/** The market of a coin in figures. */
export function PriceLine({ coin }: { coin: string }) {
  const answer = useAnswer(callOf('market.price', { symbol: coin }), { everyMs });
  return (
    <section class="panel" aria-label="Market">
      <Shown answer={answer} shape={{ figures: 7 }}>
        {(body) => {
          const [mark, oracle, change] = [body.markPrice, body.indexPrice, body.change24h].map(numberOf);
          const [funding, coins, volume] = [body.fundingRate, body.openInterest, body.volume24h].map(
            numberOf,
          );
          return (
            <Figures>
              <Figure label="Mark" of="HLMarkPriceBody.markPrice" value={mark}>
                {price(mark)}
              </Figure>
              <Figure label="Oracle" of="HLMarkPriceBody.indexPrice" value={oracle}>
                {price(oracle)}
              </Figure>
              <Figure label="24 h" of="HLMarkPriceBody.change24h" value={change}>
                <Toned value={change}>{signedPercent(change)}</Toned>
              </Figure>
              <Figure label="Volume 24 h" of="HLMarkPriceBody.volume24h" value={volume}>
                {usd(volume)}
              </Figure>
              <Figure
                label="Open interest"
                of="HLMarkPriceBody.openInterest"
                value={coins}
                note={`${amount(coins)} coins`}
              >
                {usd(coins == null || mark == null ? undefined : coins * mark)}
              </Figure>
              <Figure label="Funding / h" of="HLMarkPriceBody.fundingRate" value={funding}>
                <Toned value={funding}>{signedPercent(funding == null ? undefined : funding * 100, 4)}</Toned>
              </Figure>
            </Figures>
          );
        }}
      </Shown>
    </section>
  );
}

function numberOf(text: string): number | null {
  return text === '' ? null : Number(text);
}
