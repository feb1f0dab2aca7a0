/** Kinds of values by path; list elements share a path: `.levels[][].px` → `decimal`. */
export type Shape = Map<string, Set<string>>;

/**
 * Reads the fields of a value and their kinds. Null is no kind: the field exists, and may have another kind elsewhere.
 */
export function shapeOf(value: unknown, path = '', shape: Shape = new Map()): Shape {
  if (path !== '' && !shape.has(path)) shape.set(path, new Set());
  if (Array.isArray(value)) for (const element of value) shapeOf(element, `${path}[]`, shape);
  else if (typeof value === 'object' && value !== null) {
    for (const [field, inner] of Object.entries(value)) shapeOf(inner, `${path}.${field}`, shape);
  } else if (value !== null) shape.get(path)?.add(kindOf(value));
  return shape;
}

/**
 * Amounts are written as decimals with a point, ids and times as integers
 * (docs/exchange.md#numbers-and-times).
 */
function kindOf(value: unknown): string {
  if (typeof value === 'string') return /^-?\d+\.\d+$/.test(value) ? 'decimal' : 'text';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Differences of two shapes. A path that is always null, or an empty list, in one of them is not compared. */
export function differences(ours: Shape, theirs: Shape): string[] {
  const paths = new Set([...ours.keys(), ...theirs.keys()]);
  return [...paths].sort().flatMap((path) => {
    const [left, right] = [ours.get(path), theirs.get(path)];
    if (path.endsWith(']') && (left === undefined || right === undefined)) return [];
    if (left === undefined || right === undefined) return [`${path} is only ${left ? 'ours' : 'theirs'}`];
    const [our, their] = [left, right].map((kinds) => [...kinds].sort().join());
    return our === '' || their === '' || our === their ? [] : [`${path} is ${our}, should be ${their}`];
  });
}
