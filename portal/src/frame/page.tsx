import type { ComponentChildren } from 'preact';
import { usePageTitle } from './page-title.ts';

interface PageProps {
  title: string;
  /** One sentence that says what is on it. */
  intro?: ComponentChildren;
  /** Beside the title. */
  actions?: ComponentChildren;
  /** Panels, in a grid of twelve columns. */
  children: ComponentChildren;
}

/** A page: its heading and a grid of panels. */
export function Page({ title, intro, actions, children }: PageProps) {
  usePageTitle(title);
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
