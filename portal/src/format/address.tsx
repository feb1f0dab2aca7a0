import { useState } from 'preact/hooks';
import { CopyIcon } from '../figure/copy-icon.tsx';
import { followed } from '../followed/followed.ts';

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
export function Mark({ address }: { address: string }) {
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

export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

interface AddressProps {
  address: string;
  /** Where it leads; to the trader's page by default, nowhere where null. */
  href?: string | null | undefined;
  /** All 40 digits. */
  isWhole?: boolean;
  name?: string | undefined;
}

/** An address in short with its mark, a link to its page and a button that copies it. */
export function Address({ address, href = `/trader/${address}`, isWhole = false, name }: AddressProps) {
  const label = followed().labels[address];
  const text = isWhole ? address : (label ?? name ?? shortAddress(address));
  return (
    <span class="address">
      <Mark address={address} />
      {href === null ? (
        <span title={address}>{text}</span>
      ) : (
        <a href={href} title={address}>
          {text}
        </a>
      )}
      <CopyButton text={address} label="Copy address" />
    </span>
  );
}

/** A small button that copies a text, and says that it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1_200);
  };
  return (
    <button
      type="button"
      class="copy"
      aria-label={isDone ? 'Copied' : label}
      title={label}
      onClick={() => void copy()}
    >
      {isDone ? '✓' : <CopyIcon />}
    </button>
  );
}
