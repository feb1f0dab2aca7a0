import { boolean, int, number, offAt } from './scalars.ts';

export function lifecycleFilters() {
  const millis = (description: string) => offAt(-1, int({ default: -1, bits: 64, description }));
  return {
    minNotional: offAt(
      -1,
      number({
        default: -1,
        description: 'Least notional at the entry price, USD; -1 switches the filter off.',
      }),
    ),
    minDuration: millis('Least duration, milliseconds; -1 switches the filter off.'),
    maxDuration: millis('Longest duration, milliseconds; -1 switches the filter off.'),
  };
}

/** Includes balances in addition to positions (docs/methodology.md#position-lifecycles). */
export const includeSpot = () =>
  boolean({
    default: false,
    description:
      'Lifecycles of spot tokens and outcomes too: a balance from its first buy until it is sold or settled.',
  });

export const includeCensored = () =>
  boolean({
    default: false,
    description: 'Lifecycles too whose opening was not seen, or whose chain of fills has a break.',
  });
