import type { ComponentChildren } from 'preact';
import type { FieldName } from '../api/definitions.ts';
import { Live } from '../format/change.tsx';
import { Term } from './term.tsx';
import { Unknown } from './unknown.tsx';

interface FigureProps {
  label: string;
  /** The field that defines it. */
  of?: FieldName | undefined;
  /** The number itself: when it moves, that is shown; null if unknown. */
  value?: number | null | undefined;
  /** The formatted number. */
  children: ComponentChildren;
  /** Why it is not known. */
  why?: string | undefined;
  /** Follows the number on its line. */
  note?: ComponentChildren;
}

/** A number with its name and definition. */
export function Figure({ label, of, value, children, why, note }: FigureProps) {
  return (
    <div class="figure">
      <dt>
        <Term of={of}>{label}</Term>
      </dt>
      <dd>
        <Live value={value}>
          {why !== undefined || value === null ? <Unknown why={why} of={of} /> : children}
        </Live>
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}

/** Figures side by side. */
export function Figures({ children }: { children: ComponentChildren }) {
  return (
    <div class="figures-place">
      <dl class="figures">{children}</dl>
    </div>
  );
}
