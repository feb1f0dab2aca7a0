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
