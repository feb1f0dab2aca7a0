import { askPortal } from '../account/portal-ask.ts';
import { localTime } from '../format/time.tsx';
import { words } from '../words/alerts.ts';

interface Reach {
  from: string;
  to: string;
  /** False if the rehearsal was cut off before its end. */
  isWhole: boolean;
}

/** How often an alert would have fired, and its messages of the last day. */
export interface Rehearsed {
  estimate: Reach & { events: number; fires: number; firesPerDay: number };
  dryRun: Reach & { fires: { at: string; heldBack?: number; lines: string[] }[] };
}

/** The server's default span of an estimate, in days. */
const days = 7;
const linesShown = 8;

/** @throws CallFailure */
export async function rehearse(path: string, asked: object): Promise<Rehearsed> {
  const estimate = await askPortal<Rehearsed['estimate']>('POST', `${path}/estimate`, asked);
  const dryRun = await askPortal<Rehearsed['dryRun']>('POST', `${path}/dry-run`, { ...asked, limit: 50 });
  return { estimate, dryRun };
}

export function EstimateNote({ found: { estimate, dryRun } }: { found: Rehearsed }) {
  const lines = dryRun.fires.flatMap((fire) => fire.lines).slice(-linesShown);
  return (
    <div role="status">
      <p>
        <strong>{words.fired(estimate.firesPerDay, estimate.fires, estimate.events, days)}</strong>{' '}
        {!estimate.isWhole && words.firedInPart(localTime(estimate.to, false))}
      </p>
      <details class="dim">
        <summary>{words.lines}</summary>
        {lines.length === 0 ? <p>{words.noLines}</p> : <pre class="alert-lines">{lines.join('\n')}</pre>}
      </details>
    </div>
  );
}
