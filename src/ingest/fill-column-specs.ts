/**
 * Name, width in bytes and kind of every stored column. Columns from `cloid` on are empty for most fills; `source` is empty only in
 * tests.
 */
export const fillColumnSpecs = [
  { name: 'wallet', kind: 'bytes', width: 20 },
  { name: 'time', kind: 'int64', width: 8 },
  { name: 'seq', kind: 'uint32', width: 4 },
  { name: 'coin', kind: 'text', width: 4 },
  { name: 'side', kind: 'uint8', width: 1 },
  { name: 'px', kind: 'decimal10', width: 16 },
  { name: 'sz', kind: 'decimal12', width: 16 },
  { name: 'start_position', kind: 'decimal12', width: 16 },
  { name: 'dir', kind: 'text', width: 4 },
  { name: 'market', kind: 'uint8', width: 1 },
  { name: 'closed_pnl', kind: 'decimal12', width: 16 },
  { name: 'fee', kind: 'decimal12', width: 16 },
  { name: 'fee_token', kind: 'text', width: 4 },
  { name: 'fee_px', kind: 'decimal10', width: 16 },
  { name: 'crossed', kind: 'uint8', width: 1 },
  { name: 'tid', kind: 'uint64', width: 8 },
  { name: 'oid', kind: 'uint64', width: 8 },
  { name: 'hash', kind: 'bytes', width: 32 },
  { name: 'block', kind: 'uint64', width: 8 },
  { name: 'cloid', kind: 'bytes', width: 16 },
  { name: 'twap_id', kind: 'uint64', width: 8 },
  { name: 'builder', kind: 'bytes', width: 20 },
  { name: 'names_builder', kind: 'uint8', width: 1 },
  { name: 'builder_fee', kind: 'decimal12', width: 16 },
  { name: 'deployer_fee', kind: 'decimal12', width: 16 },
  { name: 'priority_gas', kind: 'decimal12', width: 16 },
  { name: 'liquidated_user', kind: 'bytes', width: 20 },
  { name: 'names_liquidated', kind: 'uint8', width: 1 },
  { name: 'liquidation_mark_px', kind: 'decimal10', width: 16 },
  { name: 'liquidation_method', kind: 'text', width: 4 },
  { name: 'source', kind: 'uint64', width: 8 },
] as const;

export type FillColumnName = (typeof fillColumnSpecs)[number]['name'];

const firstRare = fillColumnSpecs.findIndex((spec) => spec.name === 'cloid');
export const everyRowSpecs = fillColumnSpecs.slice(0, firstRare);
export const rareSpecs = fillColumnSpecs.slice(firstRare);
