/**
 * Interval tree of closed integer spans: finds overlaps in O(log n + matches). A treap ordered by start; each node has the last end
 * of its subtree.
 */
export interface SpanTree<T> {
  add(span: TreeSpan, value: T): void;
  /** @param value as it was added with this span */
  remove(span: TreeSpan, value: T): void;
  /** Ordered by start. */
  overlapping(span: TreeSpan): T[];
}

export type TreeSpan = readonly [from: number, to: number];

interface Node<T> {
  from: number;
  to: number;
  value: T;
  priority: number;
  lastTo: number;
  left: Node<T> | undefined;
  right: Node<T> | undefined;
}

export function createSpanTree<T>(): SpanTree<T> {
  let root: Node<T> | undefined;
  let added = 0;

  /** Evenly distributed and deterministic. */
  function nextPriority(): number {
    added += 1;
    const mixed = Math.imul(added ^ (added >>> 16), 0x45d9f3b);
    return Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  }

  function remove(node: Node<T> | undefined, [from, to]: TreeSpan, value: T): Node<T> | undefined {
    if (node === undefined || node.lastTo < to) return node;
    if (node.value === value) return merge(node.left, node.right);
    // Several spans may have the same start.
    if (from <= node.from) node.left = remove(node.left, [from, to], value);
    if (from >= node.from) node.right = remove(node.right, [from, to], value);
    return withLast(node);
  }

  return {
    add([from, to], value) {
      const [before, behind] = split(root, from);
      const node = {
        from,
        to,
        value,
        priority: nextPriority(),
        lastTo: to,
        left: undefined,
        right: undefined,
      };
      root = merge(merge(before, node), behind);
    },
    remove(span, value) {
      root = remove(root, span, value);
    },
    overlapping([from, to]) {
      const found: T[] = [];
      const look = (node: Node<T> | undefined): void => {
        if (node === undefined || node.lastTo < from) return;
        look(node.left);
        if (node.from > to) return;
        if (node.to >= from) found.push(node.value);
        look(node.right);
      };
      look(root);
      return found;
    },
  };
}

function withLast<T>(node: Node<T>): Node<T> {
  node.lastTo = Math.max(node.to, node.left?.lastTo ?? node.to, node.right?.lastTo ?? node.to);
  return node;
}

/** Every start in `one` is at or before every start in `other`. */
function merge<T>(one: Node<T> | undefined, other: Node<T> | undefined): Node<T> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.priority > other.priority) {
    one.right = merge(one.right, other);
    return withLast(one);
  }
  other.left = merge(one, other.left);
  return withLast(other);
}

/** Splits into spans that start at or before `from`, and later ones. */
function split<T>(
  node: Node<T> | undefined,
  from: number,
): [before: Node<T> | undefined, behind: Node<T> | undefined] {
  if (node === undefined) return [undefined, undefined];
  if (node.from <= from) {
    const [before, behind] = split(node.right, from);
    node.right = before;
    return [withLast(node), behind];
  }
  const [before, behind] = split(node.left, from);
  node.left = behind;
  return [before, withLast(node)];
}
