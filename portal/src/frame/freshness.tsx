import { useAwaySince } from '../api/reach.ts';
import { useStatus } from '../api/status.ts';
import { duration } from '../format/numbers.ts';
import { useNow } from '../format/time.tsx';
import { words } from '../words/frame.ts';

/** Older than this, the newest fill of an exchange that never rests is stale. */
const staleMs = 60_000;

/** The age of the newest fill, red when it is stale; leads to /status. */
export function Freshness() {
  const status = useStatus();
  const nowMs = useNow(1_000);
  const isAway = useAwaySince() !== undefined;
  if (isAway)
    return (
      <a class="freshness stale" href="/status" title={words.away}>
        <span class="dot" aria-hidden="true" />
        {words.offline}
      </a>
    );
  if (status === undefined) return <span class="freshness" />;
  const { newestFillMs } = status;
  const ageMs = newestFillMs === null ? undefined : Math.max(0, nowMs - newestFillMs);
  const state = ageMs === undefined || ageMs > staleMs ? 'stale' : 'fresh';
  return (
    <a class={`freshness ${state}`} href="/status" title={words.fresh}>
      <span class="dot" aria-hidden="true" />
      {ageMs === undefined ? words.noFills : duration(ageMs)}
    </a>
  );
}
