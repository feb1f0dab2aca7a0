/** Number of checks of a rule, and its breaches. */
export interface RuleCount {
  checked: number;
  broken: number;
  /** The first few, each with the record. */
  examples: string[];
}

/** Counts rules as records go by; a rule begins with the anchor of its section in docs/exchange.md. */
export interface RuleBook {
  check(rule: string, holds: boolean, shown: () => unknown): void;
  counts: ReadonlyMap<string, RuleCount>;
  /** One line per broken rule; empty if all hold. */
  breaches(): string[];
  checked(rule: string): number;
}

const examplesLimit = 3;

export function createRuleBook(): RuleBook {
  const counts = new Map<string, RuleCount>();
  return {
    counts,
    check(rule, holds, shown) {
      const count = counts.get(rule) ?? { checked: 0, broken: 0, examples: [] };
      counts.set(rule, count);
      count.checked += 1;
      if (holds) return;
      count.broken += 1;
      if (count.examples.length < examplesLimit) count.examples.push(JSON.stringify(shown()));
    },
    breaches: () =>
      [...counts]
        .filter(([, { broken }]) => broken > 0)
        .map(
          ([rule, { checked, broken, examples }]) => `${rule}: ${broken} of ${checked}, as ${examples[0]}`,
        ),
    checked: (rule) => counts.get(rule)?.checked ?? 0,
  };
}
