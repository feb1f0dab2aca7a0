import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { type CoinName, coinName, sideOf } from './coin-name.ts';

const markets = callOf('pulse.market-overview');
const outcomes = callOf('hip4.outcomes', { hours: 720 });

/** Display name of a market. Loads the lists of names once, for markets that need them. */
export function useCoinName(coin: string): CoinName {
  const isPair = coin.startsWith('@');
  const side = sideOf(coin);
  const pairs = useAnswer(isPair ? markets : undefined).body?.markets;
  const listed = useAnswer(side === undefined ? undefined : outcomes).body?.outcomes;
  return coinName(coin, {
    pair: pairs?.find((market) => market.coin === coin)?.symbol,
    outcome: listed?.find(({ outcomeId }) => outcomeId === side?.outcomeId),
  });
}
