import { lookBack, wholeSecond } from '../../domain/window.ts';
import { dayMs } from '../../kernel/clock.ts';
import { list, walletAddress } from '../bodies/fields.ts';
import { lifecycleSummaryBody } from '../bodies/lifecycle-row.ts';
import { endpoint } from '../endpoint.ts';
import { addresses } from '../params/names.ts';
import { lifecycleMeaning } from '../queries/lifecycle-columns.ts';
import { readSummary, summaryExample } from '../queries/lifecycle-sums.ts';
import { bodySchema } from '../schema.ts';

const comparisonRow = bodySchema('WalletComparisonRow', {
  address: walletAddress(),
  summary: lifecycleSummaryBody,
});
const compareBody = bodySchema('WalletCompareBody', { wallets: list(comparisonRow) });

export const compare = endpoint({
  id: 'pulse.compare',
  path: '/api/public/v1/pulse/compare',
  summary: 'Two to five traders side by side',
  description: `The lifecycle summary of each wallet, in the order asked; zeros for one without lifecycles. ${lifecycleMeaning}`,
  tags: ['Pulse'],
  tier: 'starter',
  vary: 'tier',
  params: {
    wallets: addresses({ min: 2, max: 5, description: '2 to 5 different addresses, comma separated.' }),
  },
  response: compareBody,
  example: { wallets: [{ address: summaryExample.address, summary: summaryExample }] },
  async run({ params, sources, caller, clock, signal }) {
    const window = lookBack(caller.limits.windowDays * dayMs, wholeSecond(clock.nowMs()));
    const asked = { from: window.fromMs, to: window.toMs, coin: '', censored: 0, spot: 0 };
    const wallets = params.wallets.map(async (wallet) => ({
      address: wallet,
      summary: await readSummary(sources.analytics, { ...asked, wallet }, { signal }),
    }));
    return { body: { wallets: await Promise.all(wallets) }, window };
  },
});
