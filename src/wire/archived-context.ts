import { Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { decimal, name, nullable, optional } from './scalar.ts';

/**
 * A row of the exchange's archived `asset_ctxs` (docs/exchange.md#archives): the state of one perp at
 * one minute.
 */
export const archivedContext = payload(
  'context',
  Type.Object({
    time: Type.Unsafe<string>({
      type: 'string',
      pattern: '^20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$',
      description: 'a UTC time such as "2026-03-15T00:01:00Z"',
    }),
    coin: name,
    funding: decimal,
    /** In coins, one side. */
    open_interest: decimal,
    prev_day_px: decimal,
    day_ntl_vlm: decimal,
    premium: optional(nullable(decimal)),
    oracle_px: decimal,
    mark_px: decimal,
    mid_px: optional(nullable(decimal)),
    impact_bid_px: optional(nullable(decimal)),
    impact_ask_px: optional(nullable(decimal)),
  }),
);
export type ArchivedContext = ValueOf<typeof archivedContext>;

export const archivedContextColumns: readonly string[] = Object.keys(archivedContext.schema.properties);
