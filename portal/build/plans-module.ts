import type { Plugin } from 'vite';
import { tiers } from '../../src/domain/tier.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';

const name = 'virtual:plans';

/** Which endpoints each plan opens beyond the one below it, as the catalogue declares them. */
export function planEndpoints(): { tier: string; endpoints: { id: string; summary: string }[] }[] {
  return tiers.map((tier) => ({
    tier,
    endpoints: catalogue
      .filter((endpoint) => endpoint.tier === tier)
      .map(({ id, summary }) => ({ id, summary })),
  }));
}

/** `import('virtual:plans')`: what the page of plans shows beside limits and prices. */
export function plansModule(): Plugin {
  return {
    name: 'plans',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(planEndpoints())}` : undefined),
  };
}
