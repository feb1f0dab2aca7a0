interface Named {
  outcomeId: number;
  name?: string | undefined;
  displayName?: string | undefined;
}

/** What an outcome is called. Names are texts that people on the exchange chose. */
export function outcomeName({ outcomeId, name, displayName }: Named): string {
  return displayName || name || `Outcome ${outcomeId}`;
}

/** What a side of an outcome is called. @param sides of it, where they are known */
export function sideName(index: number, sides?: readonly { index: number; name: string }[] | null): string {
  return sides?.find((side) => side.index === index)?.name || (index === 0 ? 'Yes' : 'No');
}
