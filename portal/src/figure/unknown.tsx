import type { FieldName } from '../api/definitions.ts';
import { unknown } from '../format/numbers.ts';
import { definitionProps, tipProps } from './definition-tip.tsx';

interface UnknownProps {
  /** Why it is not known. */
  why?: string | undefined;
  /** The field whose definition says when it is absent, where the answer gives no reason. */
  of?: FieldName | undefined;
}

/** A figure that is not known: a marked dash, with the reason on hover and focus. */
export function Unknown({ why, of }: UnknownProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reached without a mouse
    <span class="unknown" tabIndex={0} {...(why === undefined ? definitionProps(of) : tipProps(why))}>
      {unknown}
      <sup aria-hidden="true">?</sup>
      <span class="sr">not known{why !== undefined && `: ${why}`}</span>
    </span>
  );
}
