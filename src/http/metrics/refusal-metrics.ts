import type { Registry } from 'prom-client';
import type { KeyRefusal } from '../../access/key-problem.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { Dropped } from '../calls/connections.ts';
import type { ShedReason } from '../problems/request-problems.ts';
import { showCounts } from './counts-metric.ts';

type Limit = 'minute' | 'route' | 'day' | 'month' | 'ip' | 'visitors';

function addTo(counts: Record<string, number>, reason: string): void {
  // A label is one of the constants it was made with: whatever else comes is not counted.
  if (Object.hasOwn(counts, reason)) counts[reason]! += 1;
}

/** Counts of what was refused and why. No label is ever a key, an address or any other text of a request. */
export function createRefusalMetrics(registry: Registry) {
  const keys: Record<KeyRefusal, number> = { missing: 0, checksum: 0, unknown: 0, revoked: 0, expired: 0 };
  const limits: Record<Limit, number> = { minute: 0, route: 0, day: 0, month: 0, ip: 0, visitors: 0 };
  const shed: Record<ShedReason, number> = {
    event_loop: 0,
    memory: 0,
    in_flight: 0,
    runs: 0,
    key_lookups: 0,
  };
  const dropped: Record<Dropped, number> = {
    total: 0,
    address: 0,
    unfinished: 0,
    slow_reader: 0,
    unsent_bytes: 0,
  };
  showCounts({
    registry,
    name: 'tidemark_key_refusals_total',
    help: 'Requests without an accepted key: none, mistyped, well-formed but unknown, revoked or expired.',
    label: 'reason',
    counts: keys,
  });
  showCounts({
    registry,
    name: 'tidemark_limit_refusals_total',
    help: 'Requests refused by a limit: of the account (minute, route, day, month), of an address without a valid key (ip), of all visitors or a network of them (visitors).',
    label: 'scope',
    counts: limits,
  });
  showCounts({
    registry,
    name: 'tidemark_shed_requests_total',
    help: 'Requests refused with 503 because of overload, by what there was too little of.',
    label: 'reason',
    counts: shed,
  });
  showCounts({
    registry,
    name: 'tidemark_connections_dropped_total',
    help: 'Connections closed from this side: too many in all or of one address, requests not sent where room was needed, answers not read in time, too much unread over all.',
    label: 'reason',
    counts: dropped,
  });
  const byStatus: Readonly<Record<number, Record<string, number>>> = { 401: keys, 429: limits, 503: shed };
  return {
    /** Counts a refusal that is answered. */
    countRefusal({ fields }: Problem): void {
      const counts = byStatus[fields.status];
      if (counts !== undefined && fields.countedAs !== undefined) addTo(counts, fields.countedAs);
    },
    /** Counts a connection that is closed. */
    countDropped: (reason: Dropped) => addTo(dropped, reason),
  };
}
