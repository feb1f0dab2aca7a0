import type { AnalyticsStore, ServerState, ServerWatch } from '../analytics/store.ts';
import type { Log } from '../kernel/log.ts';

/** Watches the servers of a store, and logs when one goes down or returns. */
export function watchedServers({ servers }: AnalyticsStore, log: Log): ServerWatch | undefined {
  if (servers === undefined) return undefined;
  const report = ({ address, state, reason }: ServerState) => {
    const left = servers.states().filter((other) => other.state !== 'down').length;
    if (state === 'down') log.warn({ address, reason, left }, 'a ClickHouse server is away');
    else log.info({ address, left }, 'a ClickHouse server is back');
  };
  for (const state of servers.states()) if (state.state === 'down') report(state);
  servers.onChange = report;
  return servers;
}

/** True if a server answers; else the text in `/ready`, which is public and so names no address. */
export function serversCheck(states: readonly ServerState[]): true | string {
  if (states.some(({ state }) => state !== 'down')) return true;
  return states.length === 1 ? 'the server does not answer' : `none of ${states.length} servers answers`;
}
