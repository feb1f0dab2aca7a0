import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { keepView, longestLabel, useFollowed } from '../followed/followed.ts';

/** Query of a link to the same selection, without page and comparison. */
function selectionOf(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['leaderboard.page', 'wallets', 'near']) query.delete(name);
  return query.toString();
}

/** Selections of traders that the visitor has saved, in this browser, and a way to save the one that is shown. */
export function SavedViews() {
  const { views } = useFollowed();
  const { url } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const shown = selectionOf(url.split('?')[1] ?? '');
  const saved = Object.entries(views);
  const current = saved.find(([, query]) => query === shown)?.[0];
  const save = (name: string) => {
    if (name !== '') keepView(name, shown);
    setOpen(false);
  };
  return (
    <div class="saved-views">
      {saved.length > 0 && (
        <nav class="lists" aria-label="Your lists">
          {saved.map(([name, query]) => (
            <a key={name} href={`/traders?${query}`} aria-current={name === current ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      )}
      {isOpen ? (
        <form
          class="wallet-name"
          onSubmit={(event) => {
            event.preventDefault();
            save(String(new FormData(event.currentTarget).get('name') ?? '').trim());
          }}
        >
          <input
            name="name"
            aria-label="Your name for this list, kept in this browser"
            placeholder="Name of the list"
            maxLength={longestLabel}
            // The visitor has asked for it.
            ref={(input) => input?.focus()}
          />
          <button type="submit">Save</button>
        </form>
      ) : current === undefined ? (
        <button type="button" class="quiet" onClick={() => setOpen(true)}>
          Save as list
        </button>
      ) : (
        <button type="button" class="quiet" onClick={() => keepView(current, undefined)}>
          Delete {current}
        </button>
      )}
    </div>
  );
}
