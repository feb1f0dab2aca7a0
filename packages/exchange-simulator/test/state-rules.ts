import { createMarginTable, type MarginTable, maintenanceMargin } from '../../../src/domain/margin-tiers.ts';
import type { WireClearinghouseState, WirePosition } from '../../../src/wire/clearinghouse-state.ts';

/** Number of checks of a rule, and its violations. */
export interface StateRules {
  checked: Map<string, number>;
  breaches: string[];
}

const usdTolerance = 0.01;

/**
 * Invariants of an account state (docs/exchange.md#account-states), for states of any origin: independent of the simulator.
 *
 * @param state as the API returns it
 * @param tableOf margin tiers by coin as `meta` lists them. Without it, the tier of each position applies everywhere, and liquidation
 *   prices, which may lie in another tier, are not checked.
 */
export function checkState(
  rules: StateRules,
  state: WireClearinghouseState,
  tableOf?: (coin: string) => MarginTable,
): void {
  const positions = state.assetPositions.map(({ position }) => position);
  const cross = positions.filter(({ leverage }) => leverage.type === 'cross');
  const totals: [string, WireClearinghouseState['marginSummary'], WirePosition[]][] = [
    ['account', state.marginSummary, positions],
    ['cross', state.crossMarginSummary, cross],
  ];
  const rule = (name: string, left: number, right: number, tolerance = Math.abs(right) * 1e-5) => {
    rules.checked.set(name, (rules.checked.get(name) ?? 0) + 1);
    const bound = Math.max(usdTolerance, tolerance);
    if (!(Math.abs(left - right) <= bound)) rules.breaches.push(`${name}: ${left}, should be ${right}`);
  };
  for (const [name, summary, of] of totals) {
    const held = sum(of, (position) => signed(position) * markOf(position));
    rule(`${name} value`, Number(summary.accountValue), Number(summary.totalRawUsd) + held);
    rule(
      `${name} notional`,
      Number(summary.totalNtlPos),
      sum(of, ({ positionValue }) => Number(positionValue)),
    );
    rule(
      `${name} margin`,
      Number(summary.totalMarginUsed),
      sum(of, ({ marginUsed }) => Number(marginUsed)),
    );
  }
  const tiers = ({ coin, maxLeverage }: WirePosition) =>
    tableOf?.(coin) ?? createMarginTable([{ lowerBound: 0, maxLeverage }]);
  const maintenance = (position: WirePosition) =>
    maintenanceMargin(tiers(position), Number(position.positionValue));
  rule('maintenance margin', Number(state.crossMaintenanceMarginUsed), sum(cross, maintenance));
  for (const position of positions) {
    const { liquidationPx, marginUsed } = position;
    if (tableOf === undefined || liquidationPx === null) continue;
    const isCross = position.leverage.type === 'cross';
    const value = Number(isCross ? state.crossMarginSummary.accountValue : marginUsed);
    const others = isCross ? sum(cross, maintenance) - maintenance(position) : 0;
    const moved = value + signed(position) * (Number(liquidationPx) - markOf(position));
    const notional = Math.abs(signed(position)) * Number(liquidationPx);
    const needed = others + maintenanceMargin(tiers(position), notional);
    rule('worth at the liquidation price', moved, needed, Math.max(value, notional) * 1e-6);
  }
  for (const position of positions) {
    const { leverage, positionValue, unrealizedPnl, entryPx, marginUsed, returnOnEquity } = position;
    const size = signed(position);
    const mark = markOf(position);
    const margin =
      leverage.type === 'cross'
        ? Number(positionValue) / leverage.value
        : Number(leverage.rawUsd) + size * mark;
    rule(`${leverage.type} margin used`, Number(marginUsed), margin);
    const entryValue = Number(entryPx) * Math.abs(size);
    // The entry is given on a tick, which may be a four-thousandth of a low price.
    rule('unrealized PnL', Number(unrealizedPnl), size * (mark - Number(entryPx)), entryValue / 4_000);
    rule('return on equity', Number(returnOnEquity), (Number(unrealizedPnl) * leverage.value) / entryValue);
  }
}

function signed({ szi }: WirePosition): number {
  return Number(szi);
}

function markOf({ positionValue, szi }: WirePosition): number {
  return Number(positionValue) / Math.abs(Number(szi));
}

function sum(positions: readonly WirePosition[], amount: (position: WirePosition) => number): number {
  return positions.reduce((total, position) => total + amount(position), 0);
}
