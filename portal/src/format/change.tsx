import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { toneOf } from './numbers.ts';

type Maybe = number | null | undefined;

/** A number in the colour of its sign. */
export function Toned({ value, children }: { value: Maybe; children: ComponentChildren }) {
  return <span class={toneOf(value)}>{children}</span>;
}

/** Shows for a moment that a number moved, and which way. */
export function Live({ value, children }: { value: Maybe; children: ComponentChildren }) {
  const before = useRef(value);
  const [move, setMove] = useState({ tone: '', turn: 0 });
  useEffect(() => {
    const change = (value ?? 0) - (before.current ?? 0);
    if (before.current !== undefined && change !== 0) {
      setMove(({ turn }) => ({ tone: change > 0 ? 'moved-up' : 'moved-down', turn: turn + 1 }));
    }
    before.current = value;
  }, [value]);
  return (
    <span key={move.turn} class={move.tone}>
      {children}
    </span>
  );
}

/** long or short, in its colour. */
export function Side({ side }: { side: string }) {
  const isLong = /^(long|b|buy)$/i.test(side);
  return <span class={isLong ? 'up' : 'down'}>{side}</span>;
}
