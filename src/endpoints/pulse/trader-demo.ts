import { bodyQuery } from '../../analytics/body-query.ts';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { lookBack, wholeSecond } from '../../domain/window.ts';
import { dayMs } from '../../kernel/clock.ts';
import { list, walletAddress } from '../bodies/fields.ts';
import { lifecycleRow, lifecycleSummaryBody } from '../bodies/lifecycle-row.ts';
import { endpoint } from '../endpoint.ts';
import { address } from '../params/names.ts';
import {
  lifecycleColumns,
  lifecycleExample,
  lifecycleFields,
  lifecycleHidden,
  lifecycleMeaning,
} from '../queries/lifecycle-columns.ts';
import { readSummary, summaryExample } from '../queries/lifecycle-sums.ts';
import { bodySchema } from '../schema.ts';

const listed = 3;

const demoBody = bodySchema('WalletDemoBody', {
  address: walletAddress(),
  summary: lifecycleSummaryBody,
  recentTopWins: list(lifecycleRow),
  recentTopLosses: list(lifecycleRow),
});

/** The wallet's closed lifecycles with a profit and with a loss, largest first. */
const largest = bodyQuery({
  name: 'pulse_demo_largest',
  params: { wallet: 'Wallet', from: 'TimeMs', to: 'TimeMs' },
  body: lifecycleRow,
  fields: lifecycleFields,
  hidden: lifecycleHidden,
  limits: { maxRows: 2 * listed },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, ${lifecycleColumns} FROM lifecycles FINAL
    WHERE ${inBatch('wallet')} AND NOT deleted AND is_closed AND NOT is_censored AND ${isPerpCoin}
      AND last >= {from:TimeMs} AND last <= {to:TimeMs} AND pnl != 0
    ORDER BY wallet, abs(pnl) DESC, last DESC, coin, id
    LIMIT ${listed} BY wallet, pnl > 0`,
});

export const traderDemo = endpoint({
  id: 'pulse.trader-demo',
  path: '/api/public/v1/pulse/trader/{address}/demo',
  summary: 'One trader at a glance: sums, best and worst positions',
  description: `The wallet's lifecycle summary, and of the closed lifecycles within the history window of the tier the three that won and the three that lost most. ${lifecycleMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  vary: 'tier',
  params: { address: address() },
  response: demoBody,
  example: {
    address: summaryExample.address,
    summary: summaryExample,
    recentTopWins: [lifecycleExample],
    recentTopLosses: [],
  },
  async run({ params, sources, caller, clock, signal }) {
    const window = lookBack(caller.limits.windowDays * dayMs, wholeSecond(clock.nowMs()));
    const request = { wallet: params.address, from: window.fromMs, to: window.toMs };
    const { analytics } = sources;
    const [summary, found] = await Promise.all([
      readSummary(analytics, { ...request, coin: '', censored: 0, spot: 0 }, { signal }),
      largest.read(analytics, request, { signal }),
    ]);
    const recentTopWins = found.filter(({ realizedPnl }) => realizedPnl > 0);
    const recentTopLosses = found.filter(({ realizedPnl }) => realizedPnl < 0);
    return { body: { address: params.address, summary, recentTopWins, recentTopLosses }, window };
  },
});
