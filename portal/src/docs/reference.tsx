import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { usePageTitle } from '../frame/page-title.ts';
import { currentTheme } from '../frame/theme.ts';
import { type ApiDocument, type NamedOperation, operationsOf } from './api-document.ts';
import { OperationRow } from './operation.tsx';

/** swagger-ui has colours of its own, by a class of the document. @returns what takes it off again */
function followTheme(): () => void {
  const classes = document.documentElement.classList;
  const apply = () => void classes.toggle('dark-mode', currentTheme() === 'dark');
  apply();
  addEventListener('themechange', apply);
  return () => {
    removeEventListener('themechange', apply);
    classes.remove('dark-mode');
  };
}

async function fetchDocument(): Promise<ApiDocument> {
  const answer = await fetch('/openapi.json');
  if (!answer.ok) throw new Error(`openapi.json: ${answer.status}`);
  return (await answer.json()) as ApiDocument;
}

/** Every endpoint from openapi.json, to be tried out. */
export function Reference() {
  usePageTitle('Reference');
  const key = useRef('');
  const [api, setApi] = useState<ApiDocument | 'failed'>();
  useEffect(() => {
    fetchDocument().then(setApi, () => setApi('failed'));
    return followTheme();
  }, []);
  return (
    <>
      <h1>Reference</h1>
      <p>
        Described by <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1). Calls that are tried here use
        your key of this visit and count like any other; or type another:
      </p>
      <label class="docs-key">
        API key{' '}
        <input
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="tdm_live_…"
          onInput={(event) => {
            key.current = event.currentTarget.value.trim();
          }}
        />
      </label>
      {api === undefined && <p aria-busy="true">Loading the reference …</p>}
      {api === 'failed' && (
        <p role="alert">The reference could not be loaded. Reload the page to try again.</p>
      )}
      {typeof api === 'object' && <Operations api={api} ownKey={() => key.current} />}
    </>
  );
}

/** The operations by their tags; those whose path or summary has all the words of the filter. */
function Operations({ api, ownKey }: { api: ApiDocument; ownKey: () => string }) {
  const all = useMemo(() => operationsOf(api), [api]);
  const [filter, setFilter] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([location.hash.slice(1)]));
  const words = filter.toLowerCase().split(/\s+/);
  const isWanted = ({ path, summary = '' }: NamedOperation) =>
    words.every((word) => `${path} ${summary}`.toLowerCase().includes(word));
  const groups = Map.groupBy(all.filter(isWanted), ({ tag }) => tag);
  const toggle = (id: string, isOpen: boolean) => {
    setOpened((before) =>
      isOpen ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id)),
    );
    // The address names what was opened last, for sharing.
    if (isOpen) history.replaceState(history.state, '', `#${id}`);
  };
  return (
    <div class="docs-reference">
      <input
        type="search"
        aria-label="Filter"
        placeholder="Filter by path or words"
        onInput={({ currentTarget }) => setFilter(currentTarget.value.trim())}
      />
      {[...groups].map(([tag, operations]) => (
        <section key={tag} aria-label={tag}>
          <h2>{tag}</h2>
          {operations.map((operation) => (
            <OperationRow
              key={operation.path}
              {...{ api, operation, ownKey }}
              isOpen={opened.has(operation.operationId)}
              onToggle={(isOpen) => toggle(operation.operationId, isOpen)}
            />
          ))}
        </section>
      ))}
      {groups.size === 0 && <p class="dim">No call has that in its path or summary.</p>}
    </div>
  );
}
