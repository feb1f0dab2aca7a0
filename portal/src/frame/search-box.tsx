import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { words } from '../words/frame.ts';

/** Finds what has a page of its own. `/` puts the cursor there. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const { route } = useLocation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName);
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? '';
    if (text === '') return;
    route(
      /^0x[0-9a-f]{40}$/i.test(text) ? `/trader/${text.toLowerCase()}` : `/coin/${encodeURIComponent(text)}`,
    );
  };
  return (
    <search class="search">
      <form onSubmit={onSubmit}>
        <input
          ref={input}
          type="search"
          aria-label={words.search}
          placeholder={words.searchHint}
          autoComplete="off"
        />
      </form>
    </search>
  );
}
