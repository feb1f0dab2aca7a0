/**
 * Fields of the exchange's records that are known and have no use here, by payload. A field that neither a schema nor this list
 * has is counted as drift.
 */
const ignoredFields: Record<string, readonly string[]> = {
  book: ['spread'],
  perpDexs: ['subDeployers', 'lastDeployerFeeScaleChangeTime'],
  userFunding: ['delta.type'],
};

/** @param field Path of the field within the payload. */
export function isIgnored(payload: string, field: string): boolean {
  return Object.hasOwn(ignoredFields, payload) && ignoredFields[payload]!.includes(field);
}
