import { useEffect, useMemo, useState } from 'preact/hooks';
import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { type SearchTarget, searchTargets } from './search-targets.ts';

/** A pause in typing this long asks the service. */
const pauseMs = 120;

/** Matches of a text, from the service. The earlier matches stay until the answer arrives. */
export function useSearch(text: string, isOpen: boolean): readonly SearchTarget[] {
  const asked = useSettled(text.trim());
  const isWanted = isOpen && asked !== '';
  const matches = useAnswer(isWanted ? callOf('search.find', { q: asked }) : undefined).body?.matches;
  return useMemo(() => searchTargets(text, matches ?? []), [text, matches]);
}

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
