import { Type } from 'typebox';
import { address, detail } from '../kit/inputs.ts';
import { type Plan, tool } from '../kit/tool.ts';
import { percent, rowsIn, usd } from '../kit/wording.ts';

/** The deepest fall of a wallet's realized PnL from a high that it had reached. */
interface Drawdown {
  address: string;
  maxDrawdownUsd: number;
  /** Day of the high; absent where the fall begins with the first day. */
  from?: string;
  /** Day of the low; absent without a fall. */
  to?: string;
  days: number;
}

export const compareTraders = tool({
  name: 'compare_traders',
  title: 'Compare wallets',
  description:
    'Two to five wallets side by side: results of their closed positions, and the deepest drawdown of the realized PnL of each by UTC days. One request, and one more for each wallet.',
  input: Type.Object(
    {
      addresses: Type.Array(address(), {
        minItems: 2,
        maxItems: 5,
        description: 'Wallets: 0x and 40 hex digits',
      }),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: {
    compare: 'WalletCompareBody: WalletLifecycleSummaryBody of each',
    drawdowns:
      'Of each wallet: the deepest fall of cumulative realized PnL over the days served, deepest first',
  },
  plan({ addresses }): Plan {
    const days = addresses.map((wallet) => [
      `days ${wallet.toLowerCase()}`,
      { path: '/pulse/trader/{address}/daily', params: { address: wallet } },
    ]);
    return {
      compare: { path: '/pulse/compare', params: { wallets: addresses.join(',') } },
      ...Object.fromEntries(days),
    };
  },
  derive(found) {
    const daily = Object.entries(found).filter(([name]) => name.startsWith('days '));
    const drawdowns = daily.map(([name, rows]) => drawdownOf(name.slice('days '.length), rowsIn(rows)));
    drawdowns.sort((a, b) => b.maxDrawdownUsd - a.maxDrawdownUsd);
    return { ...Object.fromEntries(daily.map(([name]) => [name, undefined])), drawdowns };
  },
  finding({ compare, drawdowns }) {
    const falls = (Array.isArray(drawdowns) ? drawdowns : []) as Drawdown[];
    const rows = rowsIn(compare, 'wallets').map(({ address: wallet, summary }) => {
      const { totalPnl, closed, winRate, biggestLoss } = Object(summary);
      return `${wallet}: ${usd(totalPnl)} over ${closed} closed positions, ${percent(winRate)} won, biggest loss ${usd(biggestLoss)}.`;
    });
    const worded = falls.map(({ address: wallet, maxDrawdownUsd, from, to, days }) => {
      if (days === 0) return `${wallet} unknown (no days with fills)`;
      return `${wallet} ${usd(maxDrawdownUsd)}${to === undefined ? '' : ` (${from ?? 'start'} to ${to})`}`;
    });
    return [...rows, `Deepest drawdown of realized PnL: ${worded.join('; ')}.`];
  },
});

/** @param days oldest first or last; each with its PnL */
export function drawdownOf(address: string, days: readonly Record<string, unknown>[]): Drawdown {
  const ordered = [...days].sort((a, b) => (String(a.date) < String(b.date) ? -1 : 1));
  let [total, high, deepest] = [0, 0, 0];
  let highDay: string | undefined;
  let span: { from?: string; to?: string } = {};
  for (const { date, pnl } of ordered) {
    total += Number(pnl);
    if (total > high) {
      high = total;
      highDay = String(date);
    }
    if (high - total <= deepest) continue;
    deepest = high - total;
    span = { ...(highDay !== undefined && { from: highDay }), to: String(date) };
  }
  return { address, maxDrawdownUsd: deepest, ...span, days: ordered.length };
}
