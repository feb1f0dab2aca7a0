import { useMemo } from 'preact/hooks';
import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { type SearchTarget, searchTargets } from './search-targets.ts';

const calls = {
  markets: callOf('pulse.market-overview'),
  outcomes: callOf('hip4.outcomes', { hours: 720 }),
  builders: callOf('builders.leaderboard', { period: 'month', limit: 100 }),
};

/** What a text may mean. The names are asked for once somebody searches. */
export function useSearch(text: string, isOpen: boolean): readonly SearchTarget[] {
  const isWanted = isOpen && text !== '';
  const markets = useAnswer(calls.markets, { isWanted }).body?.markets;
  const outcomes = useAnswer(calls.outcomes, { isWanted }).body?.outcomes;
  const builders = useAnswer(calls.builders, { isWanted }).body?.builders;
  return useMemo(
    () =>
      searchTargets(text, {
        markets: markets ?? [],
        outcomes: outcomes ?? [],
        builders: builders ?? [],
      }),
    [text, markets, outcomes, builders],
  );
}
