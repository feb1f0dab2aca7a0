import { Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { address, decimal, name, nullable, price, size } from './scalar.ts';

/**
 * A row of the exchange's daily builder files (docs/exchange.md#builder-files): a fill that paid the
 * builder whose file it is.
 */
export const builderFill = payload(
  'builder fill',
  Type.Object({
    /** To the second. */
    time: Type.Unsafe<string>({
      type: 'string',
      pattern: '^20\\d\\d-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z?$',
      description: 'a UTC time such as "2026-03-15T00:00:04Z"',
    }),
    user: address,
    coin: name,
    side: Type.Unsafe<'Bid' | 'Ask'>({
      type: 'string',
      enum: ['Bid', 'Ask'],
      description: '"Bid" (buy) or "Ask" (sell)',
    }),
    px: price,
    sz: size,
    crossed: Type.Unsafe<string>({
      type: 'string',
      pattern: '^([Tt]rue|[Ff]alse|[01])$',
      description: 'true or false',
    }),
    twap_id: nullable(
      Type.Unsafe<string>({ type: 'string', pattern: '^\\d{1,15}$', description: 'an id of a TWAP order' }),
    ),
    builder_fee: decimal,
  }),
);
export type BuilderFill = ValueOf<typeof builderFill>;

export const builderFillColumns: readonly string[] = Object.keys(builderFill.schema.properties);
