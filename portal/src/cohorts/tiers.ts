/** The tiers of traders, from the best or the largest on, as the API names them. */
export const tiers = {
  pnl: [
    'money_printer',
    'smart_money',
    'grinder',
    'humble_earner',
    'exit_liquidity',
    'semi_rekt',
    'full_rekt',
    'giga_rekt',
  ],
  size: ['leviathan', 'tidal_whale', 'whale', 'small_whale', 'apex_predator', 'dolphin', 'fish', 'shrimp'],
} as const;

export type TierType = keyof typeof tiers;
export type TierSlug = (typeof tiers)[TierType][number];

/** Which of the two kinds a tier is of. */
export function tierTypeOf(slug: string): TierType {
  return (tiers.size as readonly string[]).includes(slug) ? 'size' : 'pnl';
}
