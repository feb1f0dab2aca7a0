import type { ComponentType } from 'preact';

/** A page of the portal. */
export interface PageEntry {
  /** Its address; `:name` stands for any segment, `:name*` at the end for any number of them: `useRoute().params` has them. */
  path: string;
  /** Name in the top bar; it has no place there where absent. */
  nav?: string;
  /** Loaded when it is first visited. */
  load: () => Promise<{ default: ComponentType }>;
}

/** Every page. The server answers these paths, and no others, with the portal (scripts/portal.ts). */
export const pages: readonly PageEntry[] = [{ path: '/', load: () => import('./home/home-page.tsx') }];
