import type { OutcomeFacts } from '../../views/outcomes/known-outcomes.ts';
import { address } from './names.ts';
import { optional } from './param.ts';
import { number, text } from './scalars.ts';

export function outcomeFilters() {
  return {
    venue: optional(
      text({ maxLength: 64, description: 'Only outcomes of this venue, spelt exactly so.', example: 'out' }),
    ),
    deployer: optional(address({ description: 'Only outcomes of the venues of this deployer.' })),
    deployerFeeScale: optional(
      number({ min: 0, description: 'Only outcomes with this deployer fee scale.', example: '1' }),
    ),
  };
}

interface Filters {
  venue: string | undefined;
  deployer: string | undefined;
  deployerFeeScale: number | undefined;
}

export function passesAll({ venue, deployer, deployerFeeScale }: Filters): boolean {
  return venue === undefined && deployer === undefined && deployerFeeScale === undefined;
}

/** The filters as parameters of `src/views/outcomes/outcome-sql.ts`. */
export function filterValues({ venue = '', deployer = '', deployerFeeScale = -1 }: Filters) {
  return { venue, deployer, feeScale: deployerFeeScale };
}

/** True if an outcome passes the filters; an outcome known only from fills fails any filter. */
export function passes(facts: OutcomeFacts | undefined, filters: Filters): boolean {
  const { venue = facts?.venue, deployer = facts?.deployer } = filters;
  const { deployerFeeScale = facts?.deployerFeeScale } = filters;
  if (facts === undefined) return passesAll(filters);
  return facts.venue === venue && facts.deployer === deployer && facts.deployerFeeScale === deployerFeeScale;
}
