import { useEffect, useRef } from 'preact/hooks';

/** Does something when a key is pressed, unless the reader is typing or holds another key with it. */
export function useKey(wanted: string, deed: () => void): void {
  const latest = useRef(deed);
  latest.current = deed;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { tagName, isContentEditable } = event.target as HTMLElement;
      const isTyping = isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName);
      if (event.key !== wanted || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [wanted]);
}
