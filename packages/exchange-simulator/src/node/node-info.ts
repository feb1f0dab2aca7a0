import type { Clock } from '../../../../src/kernel/clock.ts';
import type { ExchangeRecord } from '../record/exchange-record.ts';
import { type ExchangeServer, serveExchange } from '../server.ts';

/** Exchange requests that a node's `--serve-info` answers (docs/exchange.md#node-info): no history, no books. */
export const nodeInfoTypes: ReadonlySet<string> = new Set([
  'meta',
  'spotMeta',
  'perpDexs',
  'exchangeStatus',
  'clearinghouseState',
  'spotClearinghouseState',
  'userVaultEquities',
  'subAccounts',
  'userRole',
  'maxBuilderFee',
]);

/**
 * The info server of a node: account states without a weight limit. While the node is down, requests end without an answer.
 *
 * @param options.isUp whether the node runs
 */
export function serveNodeInfo(options: {
  record: ExchangeRecord;
  clock: Clock;
  host: string;
  port: number;
  isUp(): boolean;
}): Promise<ExchangeServer> {
  const { isUp, ...rest } = options;
  return serveExchange({
    ...rest,
    weightPerMinute: Number.POSITIVE_INFINITY,
    types: nodeInfoTypes,
    faults: { onRequest: () => (isUp() ? undefined : { drop: true }) },
  });
}
