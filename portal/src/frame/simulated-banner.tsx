import { words } from '../words/frame.ts';

/** The server says so in the document itself: the banner is there before anything else is. */
const isSimulated = document.documentElement.dataset.source === 'simulated';

/** Says that nothing here happened, where that is so. */
export function SimulatedBanner() {
  if (!isSimulated) return null;
  return (
    <aside class="banner" aria-label="Simulated data">
      {words.simulated}
    </aside>
  );
}
