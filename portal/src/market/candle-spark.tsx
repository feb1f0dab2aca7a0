import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Spark } from '../chart/spark.tsx';

const everyMs = 300_000;

/** The closes of a coin's last 24 hours. */
export function CandleSpark({ coin }: { coin: string }) {
  const call = callOf('pulse.market-candles-recent', { symbol: coin, interval: '1h', limit: 24 });
  const { body } = useAnswer(call, { everyMs });
  return <Spark values={(body ?? []).map(({ close }) => close)} label={`${coin}, last 24 hours`} />;
}
