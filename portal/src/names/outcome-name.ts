interface Named {
  outcomeId: number;
  name?: string | undefined;
  displayName?: string | undefined;
}

/** Display name of an outcome. Names are texts chosen by users of the exchange. */
export function outcomeName({ outcomeId, name, displayName }: Named): string {
  return displayName || name || `Outcome ${outcomeId}`;
}

/** Display name of a side of an outcome. @param sides of the outcome, if known */
export function sideName(index: number, sides?: readonly { index: number; name: string }[] | null): string {
  return sides?.find((side) => side.index === index)?.name || (index === 0 ? 'Yes' : 'No');
}
