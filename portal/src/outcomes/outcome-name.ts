interface Named {
  outcomeId: number;
  name?: string | undefined;
  displayName?: string | undefined;
}

/** What an outcome is called. Names are texts that people on the exchange chose. */
export function outcomeName({ outcomeId, name, displayName }: Named): string {
  return displayName || name || `Outcome ${outcomeId}`;
}
