/**
 * Winning fills per fill in percent, 0 to 100 (docs/methodology.md#sums).
 *
 * @param wins fills with a closed PnL above 0
 * @param trades all fills; 0 gives 0
 */
export function winRatePercent(wins: number, trades: number): number {
  return trades === 0 ? 0 : (wins * 100) / trades;
}
