/** Outcome contracts (HIP-4): side s of outcome n has the encoding 10 × n + s, the coin `#encoding`, the token `+encoding`. */
const sidesLimit = 10;

export interface OutcomeSide {
  outcomeId: number;
  /** 0 or 1. */
  sideIndex: number;
}

/** @param encoding 10 × outcome + side */
export function outcomeSide(encoding: number): OutcomeSide {
  return { outcomeId: Math.floor(encoding / sidesLimit), sideIndex: encoding % sidesLimit };
}

/** The side that a coin or token is: `#90` and `+90` are side 0 of outcome 9; undefined for any other coin. */
export function outcomeSideOf(coin: string): OutcomeSide | undefined {
  return /^[#+]\d{1,15}$/.test(coin) ? outcomeSide(Number(coin.slice(1))) : undefined;
}

/** The coin of a side: `#90`. */
export function outcomeCoin({ outcomeId, sideIndex }: OutcomeSide): string {
  return `#${outcomeId * sidesLimit + sideIndex}`;
}
