import { useEffect } from 'preact/hooks';
import { useAwaySince } from '../api/reach.ts';
import { localTime } from '../format/time.tsx';
import { words } from '../words/states.ts';

/** Says once, for every panel of the page, that the server is away. What the page shows turns grey until it is back. */
export function AwayBanner() {
  const sinceMs = useAwaySince();
  const isAway = sinceMs !== undefined;
  useEffect(() => {
    document.documentElement.classList.toggle('away', isAway);
  }, [isAway]);
  if (!isAway) return null;
  return (
    <p class="banner away-banner" role="alert">
      {words.away(localTime(sinceMs).slice(11))}
    </p>
  );
}
