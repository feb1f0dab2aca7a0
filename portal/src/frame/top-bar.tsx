import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useSession } from '../api/session.ts';
import { pages } from '../pages.ts';
import { SearchBox } from '../search/search-box.tsx';
import { words } from '../words/frame.ts';
import { Freshness } from './freshness.tsx';
import { switchTheme } from './theme.ts';

const named = pages.filter(({ nav }) => nav !== undefined);

/** Name, search, pages, theme and account. */
export function TopBar() {
  const { path } = useLocation();
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  const here = (to: string) =>
    path === to || (to !== '/' && path.startsWith(`${to}/`)) ? 'page' : undefined;
  return (
    <header class={isOpen ? 'top-bar open' : 'top-bar'}>
      <a class="brand" href="/">
        <img src="/mark.svg" alt="" width="18" height="18" />
        Tidemark
      </a>
      <SearchBox />
      <button
        type="button"
        class="menu-button quiet"
        aria-expanded={isOpen}
        aria-controls="pages"
        onClick={() => setOpen(!isOpen)}
      >
        Menu
      </button>
      <nav id="pages" aria-label="Pages">
        {named.map(({ path: to, nav, load }) => (
          <a
            key={to}
            href={to}
            aria-current={here(to)}
            onMouseEnter={() => void load().catch(() => undefined)}
          >
            {nav}
          </a>
        ))}
      </nav>
      <span class="top-end">
        <Freshness />
        <button
          type="button"
          class="quiet"
          aria-label={words.theme}
          title={words.theme}
          onClick={switchTheme}
        >
          ◐
        </button>
        {session?.user ? <a href="/account">{words.account}</a> : <a href="/login">{words.signIn}</a>}
      </span>
    </header>
  );
}
