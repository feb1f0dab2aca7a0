/**
 * Cohorts of traders and their two vocabularies (docs/contract.md#cohort-slugs). Answers have the
 * legacy slugs; a new slug means the legacy one at its place. Best first.
 */

export const cohortKinds = ['pnl', 'size'] as const;
export type CohortKind = (typeof cohortKinds)[number];

export const pnlCohorts = [
  'money_printer',
  'smart_money',
  'grinder',
  'humble_earner',
  'exit_liquidity',
  'semi_rekt',
  'full_rekt',
  'giga_rekt',
] as const;

export const sizeCohorts = [
  'leviathan',
  'tidal_whale',
  'whale',
  'small_whale',
  'apex_predator',
  'dolphin',
  'fish',
  'shrimp',
] as const;

export type PnlCohort = (typeof pnlCohorts)[number];
export type SizeCohort = (typeof sizeCohorts)[number];
export type Cohort = PnlCohort | SizeCohort;

export const cohortsOf: Readonly<Record<CohortKind, readonly Cohort[]>> = {
  pnl: pnlCohorts,
  size: sizeCohorts,
};

/** The place of a cohort among those of its kind, from 1, the best. */
export function placeOfCohort(kind: CohortKind, cohort: Cohort): number {
  return cohortsOf[kind].indexOf(cohort) + 1;
}

const newSlugs: Readonly<Record<CohortKind, readonly string[]>> = {
  pnl: ['apex', 'sharps', 'grinders', 'scrapers', 'crowd', 'bleeders', 'trapped', 'blown_out'],
  size: [
    'heavyweights',
    'cruiserweights',
    'middleweights',
    'welterweights',
    'lightweights',
    'featherweights',
    'flyweights',
    'strawweights',
  ],
};

/** Every slug of a kind, both vocabularies. */
export function cohortSlugs(kind: CohortKind): readonly string[] {
  return [...cohortsOf[kind], ...newSlugs[kind]];
}

/** The cohort that a slug of either vocabulary names; undefined for what names none of its kind. */
export function cohortOfSlug(kind: CohortKind, slug: string): Cohort | undefined {
  const place = cohortSlugs(kind).indexOf(slug);
  return place < 0 ? undefined : cohortsOf[kind][place % cohortsOf[kind].length];
}
