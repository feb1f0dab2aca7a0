import './docs.css';
import { useLocation } from 'preact-iso';
import { contents } from './contents.ts';
import { Document } from './document.tsx';
import { Overview } from './overview.tsx';

/** /docs and the paths below: table of contents and document. */
export default function DocsPage() {
  const path = useLocation().path.replace(/\/$/, '');
  return (
    <div class="docs">
      <Contents path={path} />
      <article class="docs-body">{path === '/docs' ? <Overview /> : <Document path={path} />}</article>
    </div>
  );
}

function Contents({ path }: { path: string }) {
  return (
    <nav class="docs-nav" aria-label="Documents">
      {contents.map(({ name, pages }) => (
        <section key={name}>
          <h2>{name}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page.href}>
                <a href={page.href} aria-current={page.href === path ? 'page' : undefined}>
                  {page.name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
