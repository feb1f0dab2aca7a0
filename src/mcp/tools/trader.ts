import { Type } from 'typebox';
import { address, choices, coin, count, detail, since } from '../kit/inputs.ts';
import { quoted } from '../kit/plain-text.ts';
import { type Plan, tool } from '../kit/tool.ts';
import { bodyIn, counted, percent, ranking, rowsIn, usd } from '../kit/wording.ts';

const sections = {
  summary:
    'LeaderboardTrader: totals since the first fill, cohorts; recent…: the 30 whole UTC days before today; accountValue: the whole account now',
  performance: 'TraderPerformanceBody: the last 30 UTC days, today included, beside all time',
  net: 'TraderPnlBody: PnL after fees and funding, and the change of what is open, by UTC day',
  days: 'TraderDailyStat[]: PnL of each UTC day, cumulative; 30 days or more by tier',
  coins: 'TraderTokenStat[]: PnL and volume by coin',
  positions: 'HLPositionItem[]: open positions now',
  lifecycles: 'WalletLifecyclesBody: positions from flat to flat, newest first',
  trades: 'TradeBody[]: fills, newest first',
  builders: 'TraderBuildersBody: front ends that were used',
  outcomes: 'TraderOutcomesBody: prediction markets',
  entity: 'EntityProfileBody: master, sub-accounts and vaults together',
  drawdowns: 'DrawdownCurveRow[]: worst and best price while each position was open',
} as const;

type Section = keyof typeof sections;
const usual: readonly Section[] = ['summary', 'performance', 'coins', 'positions'];

export const trader = tool({
  name: 'trader',
  title: 'One wallet',
  description:
    'Who is this wallet: totals, cohorts, recent form, coins, open positions, and on request net profit after costs, days, lifecycles, trades, builders, outcomes, entity, drawdowns. Costs a request a section.',
  input: Type.Object(
    {
      address: address(),
      sections: Type.Optional(
        choices(Object.keys(sections), `Sections of the answer; ${usual.join(', ')} by default`),
      ),
      coin: Type.Optional(coin('Lifecycles and trades of this coin alone')),
      since: Type.Optional(since('How far trades and builders go back')),
      limit: Type.Optional(count('Rows of lifecycles, trades and drawdowns; 20 by default')),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections,
  plan({ address: wallet, sections: requests = usual, coin: name, since: span, limit = 20 }): Plan {
    const params = { address: wallet };
    const all: Record<Section, Plan[string]> = {
      summary: { path: '/pulse/trader/{address}', params },
      performance: { path: '/pulse/trader/{address}/performance', params },
      net: { path: '/pulse/trader/{address}/pnl', params },
      days: { path: '/pulse/trader/{address}/daily', params },
      coins: { path: '/pulse/trader/{address}/tokens', params },
      positions: { path: '/market/positions/{address}', params },
      lifecycles: {
        path: '/pulse/trader/{address}/lifecycles',
        params: { ...params, coin: name, status: 'all' },
        rows: limit,
      },
      trades: {
        path: '/pulse/trader/{address}/trades',
        params: { ...params, coin: name, since: span ?? '7d' },
        rows: limit,
      },
      builders: { path: '/trader/{address}/builders', params: { ...params, since: span } },
      outcomes: { path: '/hip4/trader/{address}/outcomes', params },
      entity: { path: '/entity/{address}', params },
      drawdowns: { path: '/pulse/wallet-drawdown-curve/{address}', params, rows: limit },
    };
    return Object.fromEntries(requests.map((section) => [section, all[section as Section]]));
  },
  finding({ summary, net, performance, coins, positions, days, entity, lifecycles }, { address: wallet }) {
    const lines: string[] = [];
    if (summary !== undefined) {
      const { totalPnl, totalTrades, winRate, totalVolume, pnlTier, sizeTier } = bodyIn(summary);
      const { recentPnl, recentWindowEnd, accountValue, netPnl } = bodyIn(summary);
      lines.push(
        `${wallet}: ${usd(totalPnl)} realized over ${counted(totalTrades, 'fill')}, ${usd(totalVolume)} volume, ${percent(winRate)} winning; cohorts ${pnlTier ?? 'none'} and ${sizeTier ?? 'none'}.`,
      );
      if (netPnl !== undefined) lines.push(`After costs (fees and funding): ${usd(netPnl)}.`);
      if (recentPnl !== undefined)
        lines.push(`30 whole UTC days to ${recentWindowEnd}, without today: ${usd(recentPnl)}.`);
      if (accountValue !== undefined) lines.push(worthOf(bodyIn(accountValue)));
    }
    if (net !== undefined) lines.push(afterCosts(bodyIn(bodyIn(net).total)));
    if (performance !== undefined) {
      const { recent, trend } = bodyIn(performance);
      lines.push(
        `Last 30 UTC days, today included: ${usd(bodyIn(recent).pnl)}, trend ${trend ?? 'unknown'}.`,
      );
    }
    if (coins !== undefined) {
      const best = rowsIn(coins)
        .slice(0, 4)
        .map(({ coin: name, pnl }) => `${name} ${usd(pnl)}`);
      if (best.length > 0) lines.push(`Coins: ${best.join(', ')}.`);
    }
    if (positions !== undefined) {
      const open = rowsIn(positions)
        .slice(0, 5)
        .map(({ symbol, side, size, unrealizedPnl }) => `${side} ${size} ${symbol} (${usd(unrealizedPnl)})`);
      lines.push(open.length === 0 ? 'No open positions are known.' : `Open: ${open.join(', ')}.`);
    }
    if (days !== undefined) lines.push(`${counted(rowsIn(days).length, 'day')} with fills.`);
    if (lifecycles !== undefined) lines.push(`${counted(bodyIn(lifecycles).total ?? 0, 'lifecycle')}.`);
    if (entity !== undefined) {
      const { combinedWallets, combinedOpenPositions, members } = bodyIn(entity);
      const names = rowsIn(members).flatMap(({ name }) => (typeof name === 'string' ? [quoted(name)] : []));
      lines.push(
        `Entity of ${counted(combinedWallets, 'wallet')} with ${counted(combinedOpenPositions, 'open position')}${names.length > 0 ? `: ${names.slice(0, 4).join(', ')}` : ''}.`,
      );
    }
    return lines.length > 0 ? lines : ranking(rowsIn(summary), String);
  },
});

/** A part that is not known is named, and its amount is in no sum. */
function afterCosts({
  from,
  to,
  realizedPnl,
  fees,
  funding,
  netPnl,
  unrealizedPnl,
  unknown,
}: ReturnType<typeof bodyIn>): string {
  const amount = (value: unknown) => (typeof value === 'number' ? usd(value) : 'not known');
  const reasons = [...new Set(rowsIn(unknown).map(({ reason }) => reason))];
  const why = reasons.length === 0 ? '' : ` (not known for: ${reasons.join(', ')})`;
  return `${from} to ${to}, after costs: ${amount(netPnl)} = ${amount(realizedPnl)} realized − ${amount(fees)} fees + ${amount(funding)} funding; open positions changed by ${amount(unrealizedPnl)}${why}.`;
}

/** Account value in words; lists unknown parts, because the known parts alone are not the total. */
function worthOf({ totalUsd, knownUsd, parts }: ReturnType<typeof bodyIn>): string {
  if (typeof totalUsd === 'number')
    return `Account worth ${usd(totalUsd)}: perps, spot, vaults, staked HYPE and lent tokens.`;
  const unknown = rowsIn(parts)
    .filter(({ valueUsd, reason }) => valueUsd === null && reason !== 'counted-in-spot')
    .map(({ part }) => part);
  return `Account worth ${usd(knownUsd)} by its known parts; unknown: ${[...new Set(unknown)].join(', ') || 'perps'}.`;
}
