import type { ComponentChildren } from 'preact';
import { usePageTitle } from './page-title.ts';

interface PageProps {
  title: string;
  /** Title of the browser tab; default: the title. */
  tab?: string | undefined;
  /** Summary of the page, one sentence. */
  intro?: ComponentChildren;
  /** Controls next to the title. */
  actions?: ComponentChildren;
  /** Panels, in a grid of twelve columns. */
  children: ComponentChildren;
}

/** A page: its heading and a grid of panels. */
export function Page({ title, tab = title, intro, actions, children }: PageProps) {
  usePageTitle(tab);
  return (
    <>
      <div class="page-head">
        <h1>{title}</h1>
        {intro !== undefined && <p class="dim">{intro}</p>}
        {actions !== undefined && <div class="page-actions">{actions}</div>}
      </div>
      <div class="grid">{children}</div>
    </>
  );
}
