import { hueOf, letterOf } from './letter.ts';

const cells = 5;

/** Bits of an address, mirrored: the same address always has the same mark, and near ones do not look alike. */
function markOf(address: string): { hue: number; on: [number, number][] } {
  const nibbles = [...address.slice(2)].map((digit) => Number.parseInt(digit, 16) || 0);
  const hue = Math.round((Number.parseInt(address.slice(2, 6), 16) / 0xffff) * 360) || 0;
  const on: [number, number][] = [];
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < 3; column++) {
      const nibble = nibbles[(row * 3 + column) * 2 + 4] ?? 0;
      if (nibble % 2 === 0) continue;
      on.push([column, row]);
      if (column < 2) on.push([cells - 1 - column, row]);
    }
  }
  return { hue, on };
}

/** A small coloured figure made of an address. */
export function AddressMark({ address }: { address: string }) {
  const { hue, on } = markOf(address);
  return (
    <svg class="mark" viewBox={`0 0 ${cells} ${cells}`} aria-hidden="true">
      <rect width={cells} height={cells} fill={`hsl(${hue} 60% 55% / 0.22)`} />
      {on.map(([x, y]) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="1.02" height="1.02" fill={`hsl(${hue} 60% 55%)`} />
      ))}
    </svg>
  );
}

/** The first letter of a name in the colour of the name. Drawn by the style sheet: the page's text is without it. */
export function LetterMark({ name }: { name: string }) {
  return (
    <span
      class="mark letter"
      data-letter={letterOf(name)}
      style={{ '--hue': String(hueOf(name)) }}
      aria-hidden="true"
    />
  );
}
