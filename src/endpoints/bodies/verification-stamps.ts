import { censusCauses } from '../../domain/open-position.ts';
import { bodySchema, nullable } from '../schema.ts';
import { dateTime, double, flag, int32, int64, list, oneOf } from './fields.ts';

const builderCoverage = bodySchema('BuilderCoverage', {
  window_start: dateTime('Start of the compared window.'),
  window_end: dateTime('End of the compared window.'),
  ledger_fees_usd: double("Growth of the exchange's own total in the window, USD."),
  attributed_fees_usd: double('Builder fees of indexed fills in the window, USD.'),
  ratio: double('attributed_fees_usd / ledger_fees_usd.'),
  computed_at: dateTime('When the two were compared.'),
});

export const builderStamp = bodySchema('BuilderStamp', {
  ledger_block: int64('Newest block indexed.'),
  ledger_chain_time: dateTime('Time of that block.'),
  coverage: nullable(builderCoverage),
});

/** The newest comparison of positions folded from fills with those of the exchange. */
export const censusStamp = bodySchema('CensusStamp', {
  verified_at_block: int64('Newest indexed block not after it; 0 if the source has no blocks.'),
  chain_time: dateTime('Time of the newest account state compared.'),
  positions: int32('Open positions compared.'),
});

export const censusCause = oneOf(
  censusCauses,
  'missingFills: a fill is missing though all of them should be stored. gap: fills are recorded as missing there. behind: the fills of the ' +
    'wallet are not read so far. censoredOpening: no fill of it is stored, and it was opened before the first that was read. untracked: the ' +
    'fills of the wallet are not read. unknown: nothing says which fills are stored.',
);

const causeCount = bodySchema('CensusCauseCount', {
  cause: censusCause,
  positions: int32('Positions that differ by it.'),
});

/** The newest comparison of positions folded from fills with the positions in an hour's funding payments. */
export const paymentCensus = bodySchema('PaymentCensus', {
  hour: dateTime('The hour of the payments.'),
  verified_at_block: int64('Newest indexed block not after them; 0 if the source has no blocks.'),
  chain_time: dateTime('Time of the newest payment.'),
  is_whole: flag(
    'True if the payments of all wallets were read, so that a position without a payment is not open; else only those read are compared.',
  ),
  positions: int32('Open positions that were paid for.'),
  wallets: int32('Wallets that have them.'),
  differences: int32('Positions whose fills end at another size than was paid for.'),
  causes: list(causeCount),
});
