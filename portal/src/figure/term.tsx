import type { ComponentChildren } from 'preact';
import type { FieldName } from '../api/definitions.ts';
import { definitionProps } from './definition-tip.tsx';

/** A word with its definition on hover and focus. */
export function Term({ of, children }: { of: FieldName | undefined; children: ComponentChildren }) {
  if (of === undefined) return <>{children}</>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: its definition must be reached without a mouse
    <span class="term" tabIndex={0} {...definitionProps(of)}>
      {children}
    </span>
  );
}
