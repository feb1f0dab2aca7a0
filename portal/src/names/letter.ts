/** The hue of a name, degrees: the same in every visit and on every page. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)!) % 360_007;
  return (hash * 137) % 360;
}

/** Initial of a name: its first letter or digit. */
export function letterOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '·';
}
