/**
 * The shape of what comes: rows of a table, a chart, or figures. The room of a table at the head of its page is kept where it turns out
 * to be empty, too: what stands below it is in sight, and would jump.
 */
export type Shape = { rows: number; isKept?: boolean } | { height: number } | { figures: number };

/** Pixels of a row of a table, and of figures. */
const [rowHeight, figureHeight] = [26, 52];

/** How high what comes will be, pixels: the place is kept, whatever comes, so that nothing below it jumps. */
export function heightOf(shape: Shape): number {
  if ('height' in shape) return shape.height;
  return 'rows' in shape ? (shape.rows + 1) * rowHeight : figureHeight;
}

const lines = (many: number) => Array.from({ length: many }, (_, i) => i);

interface SkeletonProps {
  shape: Shape;
  /** False where it is not asked for yet. */
  isBusy?: boolean;
}

/** Holds the place of what is awaited, in its shape and size. */
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
