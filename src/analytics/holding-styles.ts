/** How long a position was held, from the shortest: the place is the style's number. */
export const styleNames = ['hft', 'scalper', 'day', 'swing', 'holder'] as const;

/** Number of a closed lifecycle's style, as SQL over `opened` and `closed`. */
export const holdingStyle = `multiIf(
  ${heldBelow(60_000)}, 0, ${heldBelow(3_600_000)}, 1, ${heldBelow(86_400_000)}, 2, ${heldBelow(604_800_000)}, 3, 4)`;

function heldBelow(ms: number): string {
  return `toUnixTimestamp64Milli(closed) - toUnixTimestamp64Milli(opened) < ${ms}`;
}
