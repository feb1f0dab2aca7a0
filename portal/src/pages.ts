import type { ComponentType } from 'preact';

/** A page of the portal. */
export interface PageEntry {
  /** Path pattern: `:name` matches a segment, `:name*` at the end any number of segments; `useRoute().params` has the values. */
  path: string;
  /** Name in the top bar; default: not listed there. */
  nav?: string;
  /** Loads the page's code at its first visit. */
  load: () => Promise<{ default: ComponentType }>;
}

/** Every page. The server answers these paths, and no others, with the portal (scripts/portal.ts). */
export const pages: readonly PageEntry[] = [
  { path: '/', load: () => import('./home/home-page.tsx') },
  { path: '/market', nav: 'Market', load: () => import('./market/market-page.tsx') },
  { path: '/coin/:coin', load: () => import('./coin/coin-page.tsx') },
  { path: '/traders', nav: 'Traders', load: () => import('./traders/traders-page.tsx') },
  { path: '/boards', nav: 'Boards', load: () => import('./boards/boards-page.tsx') },
  { path: '/trader/:address', load: () => import('./trader/trader-page.tsx') },
  { path: '/lifecycle/:id', load: () => import('./lifecycle/lifecycle-page.tsx') },
  { path: '/cohorts', nav: 'Cohorts', load: () => import('./cohorts/cohorts-page.tsx') },
  { path: '/liquidations', nav: 'Liquidations', load: () => import('./liquidations/liquidations-page.tsx') },
  { path: '/outcomes', nav: 'Outcomes', load: () => import('./outcomes/outcomes-page.tsx') },
  { path: '/outcome/:id', load: () => import('./outcomes/outcome-page.tsx') },
  { path: '/builders', nav: 'Builders', load: () => import('./builders/builders-page.tsx') },
  { path: '/builder/:address', load: () => import('./builders/builder-page.tsx') },
  { path: '/daily', nav: 'Daily', load: () => import('./daily/daily-page.tsx') },
  { path: '/daily/:date', load: () => import('./daily/daily-page.tsx') },
  { path: '/status', load: () => import('./status/status-page.tsx') },
  { path: '/login', load: () => import('./account/login-page.tsx') },
  { path: '/signup', load: () => import('./account/signup-page.tsx') },
  { path: '/authorize', load: () => import('./account/authorize-page.tsx') },
  { path: '/account', load: () => import('./account/account-page.tsx') },
  { path: '/account/alerts', load: () => import('./alerts/alerts-page.tsx') },
  { path: '/upgrade', load: () => import('./account/upgrade-page.tsx') },
  { path: '/docs', nav: 'Docs', load: () => import('./docs/docs-page.tsx') },
  { path: '/docs/reference/:operation*', load: () => import('./reference/reference-page.tsx') },
  { path: '/docs/:part*', load: () => import('./docs/docs-page.tsx') },
];
