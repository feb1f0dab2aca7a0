/** Longest word compared: a longer one gets no suggestion. */
const lengthLimit = 64;

/** Levenshtein distance. */
export function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substitution = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[to.length]!;
}

/** The candidate nearest to a mistyped word; undefined if more than two in five letters differ. */
export function nearestTo(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > lengthLimit) return undefined;
  let nearest: string | undefined;
  let least = Math.floor(word.length * 0.4) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}
