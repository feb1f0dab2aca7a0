import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { outcomeName } from '../outcomes/outcome-name.ts';

const markets = callOf('pulse.market-overview');
const outcomes = callOf('hip4.outcomes', { hours: 720 });

/**
 * What people call a market: `UETH/USDC` for `@151`, the name of its outcome for `#5290`. Names are asked for once, where a
 * market has one; its coin where the name is not known.
 */
export function useMarketName(coin: string): string {
  const isPair = coin.startsWith('@');
  const outcomeId = /^[#+](\d+)\d$/.exec(coin)?.[1];
  const pairs = useAnswer(isPair ? markets : undefined).body?.markets;
  const listed = useAnswer(outcomeId === undefined ? undefined : outcomes).body?.outcomes;
  if (isPair) return pairs?.find((market) => market.coin === coin)?.symbol ?? coin;
  const found = listed?.find((outcome) => String(outcome.outcomeId) === outcomeId);
  return found === undefined ? coin : outcomeName(found);
}
