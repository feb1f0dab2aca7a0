import type { Param } from './param.ts';
import { int } from './scalars.ts';

/** A lifecycle's id, which is stable across rebuilds. */
export function lifecycleId(): Param<number> {
  return int({ min: 1, bits: 64, description: 'Id of a position lifecycle.', example: '4413449625' });
}

/** An outcome's id; its sides are the coins `#` 10 × id + side. */
export function outcomeId(): Param<number> {
  return int({ bits: 64, description: 'Id of an outcome, without a side.', example: '9' });
}
