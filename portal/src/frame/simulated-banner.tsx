import { words } from '../words/frame.ts';

/** Set in the document by the server, so that the banner comes before everything else. */
const isSimulated = document.documentElement.dataset.source === 'simulated';

/** Marks simulated data: nothing shown really happened. */
export function SimulatedBanner() {
  if (!isSimulated) return null;
  return (
    <aside class="banner short" aria-label="Simulated data">
      {words.simulated}
      <span class="means">{words.simulatedMeans}</span>
    </aside>
  );
}
