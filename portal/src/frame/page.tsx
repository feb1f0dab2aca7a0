import type { ComponentChildren } from 'preact';
import { usePageTitle } from './page-title.ts';

interface PageProps {
  title: string;
  /** In the tab of the browser; default: the title. */
  tab?: string | undefined;
  /** One sentence that says what is on it. */
  intro?: ComponentChildren;
  /** Beside the title. */
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
