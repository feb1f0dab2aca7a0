/** Reasons of gaps left by quarantined records. Reading the blocks again does not recover the records. */
export const quarantineReasons = {
  fill: 'a fill that cannot be read is in quarantine',
  payment: 'a payment that cannot be read is in quarantine',
  update: 'a ledger update that cannot be read is in quarantine',
} as const;
export type QuarantinedKind = keyof typeof quarantineReasons;

export const isQuarantinedSql = `reason IN (${Object.values(quarantineReasons)
  .map((reason) => `'${reason}'`)
  .join(', ')})`;

const kindsByReason = new Map(
  Object.entries(quarantineReasons).map(([kind, reason]) => [reason as string, kind as QuarantinedKind]),
);

/** Undefined for any other reason. */
export const quarantinedKind = (reason: string): QuarantinedKind | undefined => kindsByReason.get(reason);
