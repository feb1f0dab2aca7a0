import { pnlBounds } from '../../domain/pnl-bounds.ts';
import { lookBack, wholeSecond } from '../../domain/window.ts';
import { dayMs } from '../../kernel/clock.ts';
import { list, walletAddress } from '../bodies/fields.ts';
import { lifecycleSummaryBody } from '../bodies/lifecycle-row.ts';
import { pnlPoint, pnlPointBody, pnlPointExample } from '../bodies/pnl-parts.ts';
import { endpoint } from '../endpoint.ts';
import { addresses } from '../params/names.ts';
import { lifecycleMeaning } from '../queries/lifecycle-columns.ts';
import { readSummary, summaryExample } from '../queries/lifecycle-sums.ts';
import { readPnl } from '../queries/pnl-window.ts';
import { bodySchema, optional } from '../schema.ts';

const comparisonRow = bodySchema('WalletComparisonRow', {
  address: walletAddress(),
  summary: lifecycleSummaryBody,
  net: optional(pnlPoint),
});
const compareBody = bodySchema('WalletCompareBody', { wallets: list(comparisonRow) });

export const compare = endpoint({
  id: 'pulse.compare',
  path: '/api/public/v1/pulse/compare',
  summary: 'Two to five traders side by side',
  description: `The lifecycle summary of each wallet, in the order of the request; zeros for one without lifecycles. net is its net PnL over the UTC days of the window; absent for a wallet without fills. ${lifecycleMeaning}`,
  tags: ['Pulse'],
  tier: 'starter',
  vary: 'tier',
  params: {
    wallets: addresses({ min: 2, max: 5, description: '2 to 5 different addresses, comma separated.' }),
  },
  response: compareBody,
  example: { wallets: [{ address: summaryExample.address, summary: summaryExample, net: pnlPointExample }] },
  async run({ params, sources, caller, clock, signal }) {
    const window = lookBack(caller.limits.windowDays * dayMs, wholeSecond(clock.nowMs()));
    const request = { from: window.fromMs, to: window.toMs, coin: '', censored: 0, spot: 0 };
    const bounds = pnlBounds('day', window, window.toMs);
    const wallets = params.wallets.map(async (wallet) => {
      const [summary, pnl] = await Promise.all([
        readSummary(sources.analytics, { ...request, wallet }, { signal }),
        readPnl(sources.analytics, { wallet, interval: 'day', bounds, nowMs: window.toMs }, signal),
      ]);
      return { address: wallet, summary, ...(pnl && { net: pnlPointBody(pnl.total) }) };
    });
    return { body: { wallets: await Promise.all(wallets) }, window };
  },
});
