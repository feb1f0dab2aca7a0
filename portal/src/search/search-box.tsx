import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useFollowed } from '../followed/followed.ts';
import { useKey } from '../frame/use-key.ts';
import { TargetMark } from '../names/target-mark.tsx';
import { words } from '../words/frame.ts';
import { useDocSearch } from './doc-search.ts';
import type { SearchTarget } from './search-targets.ts';
import { useSearch } from './use-search.ts';

const listId = 'search-found';
const optionId = (at: number) => `${listId}-${at}`;

/** Searches pages and documents. `/` focuses it. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const { route, path } = useLocation();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  // Within the documentation, documents come first; elsewhere pages do.
  const isReading = path.startsWith('/docs');
  const pages = useSearch(text, isOpen);
  const docs = useDocSearch(text, isOpen && (isReading || text.trim().length > 2), isReading ? 10 : 4);
  const found = isReading ? [...docs, ...pages.slice(0, 4)] : [...pages, ...docs];
  useKey('/', () => input.current?.focus());
  const go = (target: SearchTarget | undefined) => {
    if (target === undefined) return;
    route(target.href);
    setText('');
    setOpen(false);
    input.current?.blur();
  };
  const step = (by: number) => setChosen((at) => (at + by + found.length) % Math.max(1, found.length));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter') go(found[chosen]);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
  };
  const isShown = isOpen && text.trim() !== '';
  return (
    <search class="search">
      <input
        ref={input}
        type="search"
        // biome-ignore lint/a11y/noRedundantRoles: without a list of the browser it has no such role
        role="combobox"
        list={undefined}
        aria-label={words.search}
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && found.length > 0 ? optionId(chosen) : undefined}
        placeholder={words.searchHint}
        autoComplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <Found
        {...{ isShown, found, chosen, go }}
        nothing={isReading ? words.nothingInDocs : words.nothingFound}
      />
    </search>
  );
}

interface FoundProps {
  isShown: boolean;
  found: readonly SearchTarget[];
  chosen: number;
  go: (target: SearchTarget) => void;
  /** Shown if nothing is found. */
  nothing: string;
}

function Found({ isShown, found, chosen, go, nothing }: FoundProps) {
  const { labels } = useFollowed();
  return (
    <div id={listId} role="listbox" aria-label={words.found} class="found" hidden={!isShown}>
      {found.length === 0 && <p class="dim">{nothing}</p>}
      {found.map((target, at) => (
        <div
          key={`${target.kind} ${target.href}`}
          id={optionId(at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          // Before the input loses the focus, which closes the list.
          onMouseDown={(event) => {
            event.preventDefault();
            go(target);
          }}
        >
          <span>
            <TargetMark kind={target.kind} name={target.name} />
            {labels[target.name] ?? target.name}
            {target.what !== undefined && <small class="dim">{target.what}</small>}
          </span>
          <span class="dim">{target.kind}</span>
        </div>
      ))}
    </div>
  );
}
