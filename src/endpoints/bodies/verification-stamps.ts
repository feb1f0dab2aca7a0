import { bodySchema, nullable } from '../schema.ts';
import { dateTime, double, int32, int64 } from './fields.ts';

const builderCoverage = bodySchema('BuilderCoverage', {
  window_start: dateTime('Start of the compared window.'),
  window_end: dateTime('End of the compared window.'),
  ledger_fees_usd: double("Growth of the exchange's own total in the window, USD."),
  attributed_fees_usd: double('Builder fees of indexed fills in the window, USD.'),
  ratio: double('attributed_fees_usd / ledger_fees_usd.'),
  computed_at: dateTime('When the two were compared.'),
});

/** What builder figures were checked against. */
export const builderStamp = bodySchema('BuilderStamp', {
  ledger_block: int64('Newest block indexed.'),
  ledger_chain_time: dateTime('Time of that block.'),
  coverage: nullable(builderCoverage),
});

/** The newest comparison of positions folded from fills with those of the exchange. */
export const censusStamp = bodySchema('CensusStamp', {
  verified_at_block: int64('Newest indexed block not after it; 0 where the source has no blocks.'),
  chain_time: dateTime('Time of the newest account state compared.'),
  positions: int32('Open positions compared.'),
});
