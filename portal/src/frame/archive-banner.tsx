import { useStatus } from '../api/status.ts';
import { Time } from '../format/time.tsx';
import { words } from '../words/frame.ts';

/** Age beyond which "newest" and "today" are misleading. */
const oldMs = 86_400_000;

/** For an archive, names the end of the data and links to the edition of that day; with a fixed time, names that time. */
export function ArchiveBanner() {
  const status = useStatus();
  if (status === undefined || status.newestFillMs === null || status.live) return null;
  const { asOf, newestFillMs } = status;
  if (asOf !== undefined)
    return (
      <aside class="banner" aria-label="Age of the data">
        {words.asOf} <Time at={asOf} form="full" />: {words.asOfMeans}
      </aside>
    );
  if (Date.now() - newestFillMs < oldMs) return null;
  const day = new Date(newestFillMs).toISOString().slice(0, 10);
  return (
    <aside class="banner" aria-label="Age of the data">
      {words.archive} <Time at={newestFillMs} form="full" />. <a href={`/daily/${day}`}>{words.dataEnd}</a>
    </aside>
  );
}
