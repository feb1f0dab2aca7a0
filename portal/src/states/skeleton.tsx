/**
 * The expected shape of an answer: rows of a table, a chart, or figures. A table at the head of its page keeps its room even if empty;
 * otherwise the visible content below would jump.
 */
export type Shape = { rows: number; isKept?: boolean } | { height: number } | { figures: number };

/** Pixels of a row of a table, and of figures. */
const [rowHeight, figureHeight] = [26, 52];

/** Reserved height, pixels; kept whatever arrives, so that nothing below jumps. */
export function heightOf(shape: Shape): number {
  if ('height' in shape) return shape.height;
  return 'rows' in shape ? (shape.rows + 1) * rowHeight : figureHeight;
}

const lines = (many: number) => Array.from({ length: many }, (_, i) => i);

interface SkeletonProps {
  shape: Shape;
  /** False if the answer is not requested yet. */
  isBusy?: boolean;
}

/** Placeholder with the shape and size of the expected answer. */
export function Skeleton({ shape, isBusy = true }: SkeletonProps) {
  if ('height' in shape) {
    return <div class="skeleton chart" style={{ height: `${shape.height}px` }} aria-busy={isBusy} />;
  }
  if ('figures' in shape) {
    return (
      <div class="figures-place" aria-busy={isBusy}>
        <div class="figures">
          {lines(shape.figures).map((i) => (
            <div key={i} class="figure skeleton" />
          ))}
        </div>
      </div>
    );
  }
  return (
    <div aria-busy={isBusy}>
      {lines(shape.rows + 1).map((i) => (
        <div key={i} class="skeleton row" />
      ))}
    </div>
  );
}
