import { useStatus } from '../api/status.ts';
import { words } from '../words/frame.ts';

/** Says that nothing here happened, where that is so. */
export function SimulatedBanner() {
  const status = useStatus();
  if (status?.simulated !== true) return null;
  return (
    <p class="banner" role="note">
      {words.simulated}
    </p>
  );
}
