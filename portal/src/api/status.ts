import { useEffect, useState } from 'preact/hooks';

/** What the service tells of itself: GET /portal/api/status. */
export interface ServiceStatus {
  version: string;
  simulated: boolean;
  /** Time of the newest stored fill, unix ms; null where none is stored. */
  newestFillMs: number | null;
  newestBlock: number | null;
  fills: number | null;
}

const everyMs = 5_000;

let status: ServiceStatus | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

async function read(): Promise<void> {
  timer = undefined;
  const answer = await fetch('/portal/api/status').catch(() => undefined);
  if (answer?.ok === true) status = (await answer.json()) as ServiceStatus;
  for (const listener of listeners) listener();
  plan(everyMs);
}

function plan(waitMs: number): void {
  if (timer !== undefined || listeners.size === 0 || document.hidden) return;
  timer = setTimeout(() => void read(), waitMs);
}

document.addEventListener('visibilitychange', () => plan(0));

/** The state of the service, read again every five seconds. */
export function useStatus(): ServiceStatus | undefined {
  const [, changed] = useState(0);
  useEffect(() => {
    const listener = () => changed((count) => count + 1);
    listeners.add(listener);
    plan(0);
    return () => void listeners.delete(listener);
  }, []);
  return status;
}
