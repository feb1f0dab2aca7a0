/** Names of the cohorts, in their order. */
export const pnlTiers = [
  ['money_printer', 'Money printer'],
  ['smart_money', 'Smart money'],
  ['grinder', 'Grinder'],
  ['humble_earner', 'Humble earner'],
  ['exit_liquidity', 'Exit liquidity'],
  ['semi_rekt', 'Semi-rekt'],
  ['full_rekt', 'Full rekt'],
  ['giga_rekt', 'Giga-rekt'],
] as const;

export const sizeTiers = [
  ['leviathan', 'Leviathan'],
  ['tidal_whale', 'Tidal whale'],
  ['whale', 'Whale'],
  ['small_whale', 'Small whale'],
  ['apex_predator', 'Apex predator'],
  ['dolphin', 'Dolphin'],
  ['fish', 'Fish'],
  ['shrimp', 'Shrimp'],
] as const;

/** Wallets outside all cohorts. */
const outside = [
  ['unclassified', 'Unclassified'],
  ['untracked', 'Untracked'],
] as const;

const names = new Map<string, string>([...pnlTiers, ...sizeTiers, ...outside]);

/** Name of a cohort by its slug; the slug itself if unknown. */
export function tierName(slug: string | null | undefined): string {
  return slug === null || slug === undefined || slug === '' ? '–' : (names.get(slug) ?? slug);
}
