import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiDocument, Operation } from './api-document.ts';

/** Filter text, kept across pages of the reference. */
let typed = '';

/** Operations whose path, name or summary contains all the words. */
function wantedOf(operations: readonly Operation[], filter: string): Operation[] {
  const words = filter.toLowerCase().split(/\s+/);
  return operations.filter(({ path, summary, id, tag }) => {
    const text = `${path} ${summary} ${id} ${tag}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The pages of the reference by group, with a box that filters them. @param here the operation that is shown, or `streams` */
export function ReferenceNav({ api, here }: { api: ApiDocument | undefined; here: string }) {
  const [filter, setFilter] = useState(typed);
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (current != null) list.current!.scrollTop = current.offsetTop - list.current!.offsetTop - 120;
    setOpen(false);
  }, [here, api]);
  const groups = Map.groupBy(wantedOf(api?.operations ?? [], filter), ({ tag }) => tag);
  const tags = (api?.tags ?? []).flatMap(({ name }) => (groups.has(name) ? [name] : []));
  const currentOf = (id: string) => (id === here ? 'page' : undefined);
  return (
    <nav class={`reference-nav${isOpen ? ' open' : ''}`} aria-label="Reference">
      <p class="reference-ways">
        <a href="/docs">Docs</a>
        <a href="/docs/reference" aria-current={currentOf('')}>
          Reference
        </a>
        <a href="/docs/reference/streams" aria-current={currentOf('streams')}>
          Streams
        </a>
        <button type="button" class="reference-menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          All endpoints
        </button>
      </p>
      <div class="reference-groups" ref={list}>
        <input
          type="search"
          aria-label="Filter"
          placeholder="Filter by path or words"
          value={filter}
          onInput={({ currentTarget }) => {
            typed = currentTarget.value.trim();
            setFilter(typed);
          }}
        />
        {tags.map((tag) => (
          <div key={tag}>
            <h2>{tag}</h2>
            <ul>
              {groups.get(tag)!.map(({ id, summary, path }) => (
                <li key={id}>
                  <a href={`/docs/reference/${id}`} title={path} aria-current={currentOf(id)}>
                    {summary}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {api !== undefined && groups.size === 0 && (
          <p class="dim">No endpoint has that in its path or summary.</p>
        )}
      </div>
    </nav>
  );
}
