import type { Static } from 'typebox';
import { dexOf } from '../../domain/coin-name.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { freshContext, officialOpenInterest } from '../../market/freshness.ts';
import type { AllTallies } from '../../views/tallies/position-tallies.ts';
import { dexName } from '../known-names.ts';
import { bodySchema } from '../schema.ts';
import type { Sources } from '../sources.ts';
import { double, int32, text } from './fields.ts';

export const dexOpenInterest = bodySchema('DexOI', {
  dex: text('hl for the native dex, else the prefix of a builder dex.'),
  openPositions: int32('Open positions known.'),
  grossNotionalUsd: double('Longs and shorts together, USD at mark.'),
  longNotionalUsd: double('Longs, USD at mark.'),
  shortNotionalUsd: double('Shorts, USD at mark.'),
});

type DexTotals = Static<typeof dexOpenInterest>;

/**
 * Open interest of each dex, largest first: as the exchange reports it, else from the known positions.
 * @param tallies of all positions
 */
export function openInterestByDex(
  market: Sources['market'],
  { coins: known }: AllTallies,
  nowMs: number,
): DexTotals[] {
  const totals = new Map<string, DexTotals>();
  const reported = [...market.contexts()].filter((context) => context.openInterest !== undefined);
  const coins = new Set([...known.keys(), ...reported.map(({ coin }) => coin)]);
  for (const coin of coins) {
    const context = freshContext(market, coin, nowMs);
    const [longs, shorts] = [known.get(coin)?.exposure.long(), known.get(coin)?.exposure.short()];
    const openPositions = (longs?.positions ?? 0) + (shorts?.positions ?? 0);
    if (context === undefined && openPositions === 0) continue;
    const usd = context && officialOpenInterest(context);
    const [long, short] = [usd ?? longs?.notional ?? 0, usd ?? shorts?.notional ?? 0];
    const dex = dexName(dexOf(coin));
    const before = totals.get(dex);
    totals.set(dex, {
      dex,
      openPositions: (before?.openPositions ?? 0) + openPositions,
      grossNotionalUsd: roundedUsd((before?.grossNotionalUsd ?? 0) + long + short),
      longNotionalUsd: roundedUsd((before?.longNotionalUsd ?? 0) + long),
      shortNotionalUsd: roundedUsd((before?.shortNotionalUsd ?? 0) + short),
    });
  }
  return [...totals.values()].sort(
    (a, b) => b.grossNotionalUsd - a.grossNotionalUsd || (a.dex < b.dex ? -1 : 1),
  );
}
