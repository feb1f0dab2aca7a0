import { useEffect } from 'preact/hooks';
import { useAwaySince } from '../api/reach.ts';
import { localTime } from '../format/time.tsx';
import { words } from '../words/states.ts';

/** Reports an outage of the server once for all panels. The page is greyed out until the server is back. */
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
