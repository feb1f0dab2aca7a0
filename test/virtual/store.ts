import type { AnalyticsStore } from '../../src/analytics/store.ts';
import type { VirtualTime } from './time.ts';

/**
 * A store whose answers come at moments of a virtual time.
 * @param note takes every statement, in order
 */
export function inVirtualTime(
  store: AnalyticsStore,
  time: VirtualTime,
  note: (what: string) => void = () => undefined,
): AnalyticsStore {
  return {
    kind: store.kind,
    rows(query, params, options) {
      note(`rows ${query.name}`);
      return time.outside(store.rows(query, params, options));
    },
    bytes(query, params, options) {
      note(`bytes ${query.name}`);
      return time.outside(store.bytes(query, params, options));
    },
    command(sql, options) {
      note(`command ${sql.trim().split(/\s+/).slice(0, 3).join(' ')}`);
      return time.outside(store.command(sql, options));
    },
    insertArrow(insert) {
      note(`insert ${insert.target.split(' ')[0]}`);
      return time.outside(store.insertArrow(insert));
    },
    close: () => store.close(),
  };
}
