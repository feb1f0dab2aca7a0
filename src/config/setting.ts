import type { FaultDetail } from '../kernel/problem.ts';

/** How a setting is given, besides its JSON schema. `flag` is the command-line option that overrides the variable. */
export interface Given {
  env: `TIDEMARK_${string}`;
  flag?: `--${string}`;
  description: string;
  /** Shown in the table where the default is no constant. */
  defaultNote?: string;
  /** Never printed: neither with the configuration nor in a fault. */
  secret?: true;
}

export function given(fields: Given): Given {
  return fields;
}

/** Faults of settings that need each other. @param variables by the name of the setting */
export function missingFaults(settings: object, variables: Readonly<Record<string, string>>): FaultDetail[] {
  const set = new Map(Object.entries(settings));
  const named = Object.entries(variables);
  const present = named.find(([name]) => set.get(name) !== undefined);
  if (present === undefined) return [];
  return named
    .filter(([name]) => set.get(name) === undefined)
    .map(([, location]) => ({ location, message: `must be set together with ${present[1]}` }));
}
