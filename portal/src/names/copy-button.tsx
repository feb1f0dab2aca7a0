import { useEffect, useState } from 'preact/hooks';
import { CopyIcon } from '../figure/copy-icon.tsx';

type State = 'idle' | 'copied' | 'failed';

const shownMs = 1_500;
const said = { idle: '', copied: 'Copied', failed: 'Not copied: this browser does not allow it' } as const;
const drawn = { idle: <CopyIcon />, copied: '✓', failed: '✕' } as const;

/** A small button that copies a text, and says so, to the eye and to the ear. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<State>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      // A page without TLS has no clipboard, save on this machine.
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <button
        type="button"
        class="copy"
        aria-label={said[state] || label}
        title={said[state] || label}
        onClick={() => void copy()}
      >
        {drawn[state]}
      </button>
      <span class="said" aria-live="polite">
        {said[state]}
      </span>
    </>
  );
}
