import { useEffect } from 'preact/hooks';
import { isServerAway, onReach } from '../api/reach.ts';
import { PageFailure } from '../states/page-failure.tsx';
import { words } from '../words/states.ts';
import { usePageTitle } from './page-title.ts';

const reloadedKey = 'reloaded-for-page';

/** A page that has loaded may be reloaded again after the next outage. */
export function forgetReload(): void {
  sessionStorage.removeItem(reloadedKey);
}

/**
 * Replaces a page whose code failed to load. Browsers cache a failed module as failed, so the document is reloaded once the server is back,
 * with the code of its present version.
 */
export default function PageAway() {
  usePageTitle('');
  const isStuck = !isServerAway() && sessionStorage.getItem(reloadedKey) === location.href;
  useEffect(() => {
    const reload = () => {
      // Once for an address: code that is missing on a server that answers stays missing.
      if (sessionStorage.getItem(reloadedKey) === location.href) return;
      sessionStorage.setItem(reloadedKey, location.href);
      location.reload();
    };
    if (!isServerAway()) reload();
    return onReach((sinceMs) => sinceMs === undefined && reload());
  }, []);
  if (isStuck) return <PageFailure fault={new Error('Its code is missing on the server.')} />;
  return (
    <div class="note empty">
      <h1>{words.pageFailed}</h1>
      <p>{words.pageAway}</p>
    </div>
  );
}
