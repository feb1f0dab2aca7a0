import { Type } from 'typebox';
import { type Cohort, type CohortKind, cohortKinds, cohortOfSlug, cohortSlugs } from '../../domain/cohort.ts';
import { type Param, ParamFault } from './param.ts';
import { enumeration } from './scalars.ts';

const example = cohortSlugs('pnl')[0]!;

/** What cohorts are made by; required without a default. */
export function tierType(byDefault?: CohortKind): Param<CohortKind> {
  const description = 'pnl: cohorts by realized PnL; size: by traded notional.';
  return enumeration(cohortKinds, { description, ...(byDefault && { default: byDefault }) });
}

/**
 * A cohort's slug of either vocabulary, of the kind that `tierType` names, which is declared before it; the value is the
 * legacy slug. What names none is a 422.
 */
export function cohort(): Param<Cohort> {
  return {
    // No enum in the schema: the contract publishes plain text here.
    schema: Type.String(),
    description: `Cohort of the tierType, a slug of either vocabulary: ${example}, ${cohortSlugs('pnl').at(-1)}, …`,
    required: true,
    example,
    fallback: () => example as Cohort,
    read(text, _context, earlier) {
      const named = cohortKinds.filter(
        (kind) => earlier?.tierType === undefined || earlier.tierType === kind,
      );
      const found = named.map((kind) => cohortOfSlug(kind, text)).find((slug) => slug !== undefined);
      if (found === undefined) {
        throw new ParamFault('schema', `must be one of ${named.flatMap(cohortSlugs).join(', ')}`);
      }
      return found;
    },
  };
}
