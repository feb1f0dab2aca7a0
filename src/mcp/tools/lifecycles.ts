import { Type } from 'typebox';
import { address, choice, coin, count, detail, number, since } from '../kit/inputs.ts';
import { InputFault, type Plan, tool } from '../kit/tool.ts';
import { bodyIn, counted, percent, ranking, rowsIn, short, span, usd } from '../kit/wording.ts';

const sorts = ['time', 'pnl', 'notional'] as const;
const statuses = ['open', 'closed', 'all'] as const;

export const lifecycles = tool({
  name: 'lifecycles',
  title: 'Positions from flat to flat',
  description:
    'How trades were made: of a wallet (with a summary that shows whether one lucky trade made its profit), one by id with its fills, or the newest or largest closed ones of everybody with filters. Entry, exit, PnL, fees, duration, liquidation.',
  input: Type.Object(
    {
      address: Type.Optional(address()),
      id: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'One lifecycle, with its fills',
        }),
      ),
      coin: Type.Optional(coin()),
      status: Type.Optional(choice(statuses, 'Of a wallet; closed by default')),
      since: Type.Optional(since('Of everybody: closed within; 24h by default')),
      sort: Type.Optional(choice(sorts, 'Of everybody; pnl: largest won or lost')),
      minNotional: Type.Optional(number('Of everybody: least notional, USD')),
      minDurationMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e12, description: 'Of everybody' })),
      maxDurationMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e12, description: 'Of everybody' })),
      limit: Type.Optional(count('Rows; 20 by default')),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: {
    lifecycle: 'LifecycleDetailBody: one with its fills',
    summary: 'WalletLifecycleSummaryBody',
    lifecycles: 'WalletLifecyclesBody of a wallet, RecentLifecycleRow[] of everybody',
    luck: 'Share of the largest win in the total PnL and in all won positions, and the PnL without it',
  },
  plan({
    address: wallet,
    id,
    coin: name,
    status,
    since: span,
    sort,
    minNotional,
    minDurationMs,
    maxDurationMs,
    limit = 20,
  }): Plan {
    if (id !== undefined && wallet !== undefined) throw new InputFault('Give address or id, not both.');
    if (id !== undefined) return { lifecycle: { path: '/pulse/lifecycle/{id}', params: { id } } };
    if (wallet !== undefined) {
      const params = { address: wallet, coin: name };
      return {
        summary: { path: '/pulse/trader/{address}/lifecycle-summary', params },
        lifecycles: {
          path: '/pulse/trader/{address}/lifecycles',
          params: { ...params, status },
          rows: limit,
        },
      };
    }
    const bounds = { minNotional, minDuration: minDurationMs, maxDuration: maxDurationMs };
    const params = { since: span ?? '24h', sort, coin: name, ...bounds };
    return { lifecycles: { path: '/pulse/lifecycles/recent', params, rows: limit } };
  },
  derive({ summary }) {
    const { totalPnl, biggestWin, wins } = bodyIn(summary) as Record<string, number>;
    if (totalPnl === undefined || biggestWin === undefined) return {};
    return {
      luck: {
        biggestWin,
        wins,
        pnlWithoutIt: totalPnl - biggestWin,
        ...(totalPnl > 0 && { shareOfTotalPnl: biggestWin / totalPnl }),
      },
    };
  },
  finding({ lifecycle, summary, lifecycles: found, luck }) {
    if (lifecycle !== undefined) {
      const { address: wallet, lifecycle: row, fills } = bodyIn(lifecycle);
      const { side, coin: name, realizedPnl, durationMs, status } = bodyIn(row);
      return [
        `${wallet} ${side} ${name}: ${usd(realizedPnl)}, ${status}, open ${span(durationMs)}, ${counted(rowsIn(fills).length, 'fill')}.`,
      ];
    }
    const rows = Array.isArray(found) ? rowsIn(found) : rowsIn(found, 'lifecycles');
    const lines = ranking(rows, (row) =>
      `${row.address ?? ''} ${row.side} ${row.coin} ${usd(row.realizedPnl)} (id ${row.id})`.trim(),
    );
    if (summary === undefined) return [`${counted(rows.length, 'lifecycle')}.`, ...lines];
    const { closed, open, winRate, totalPnl, biggestWin, biggestLoss } = bodyIn(summary);
    const { shareOfTotalPnl, pnlWithoutIt } = bodyIn(luck) as Record<string, number>;
    const share =
      shareOfTotalPnl === undefined
        ? ''
        : ` The biggest win is ${percent(shareOfTotalPnl * 100)} of it; without it ${usd(pnlWithoutIt)}.`;
    return [
      `${short(closed)} closed and ${short(open)} open: ${usd(totalPnl)}, ${percent(winRate)} won, biggest win ${usd(biggestWin)}, biggest loss ${usd(biggestLoss)}.${share}`,
      ...lines,
    ];
  },
});
