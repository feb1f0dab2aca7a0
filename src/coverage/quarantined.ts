/** Reasons of gaps that are records in quarantine. Reading the blocks again brings none of them. */
export const quarantineReasons = {
  fill: 'a fill that cannot be read is in quarantine',
  payment: 'a payment that cannot be read is in quarantine',
  update: 'a ledger update that cannot be read is in quarantine',
} as const;
export type QuarantinedKind = keyof typeof quarantineReasons;

/** Condition of a gap's `reason`. */
export const isQuarantinedSql = `reason IN (${Object.values(quarantineReasons)
  .map((reason) => `'${reason}'`)
  .join(', ')})`;

const kindsByReason = new Map(
  Object.entries(quarantineReasons).map(([kind, reason]) => [reason as string, kind as QuarantinedKind]),
);

/** Undefined of a gap with another reason. */
export const quarantinedKind = (reason: string): QuarantinedKind | undefined => kindsByReason.get(reason);
