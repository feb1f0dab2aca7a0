import documents from 'virtual:documents';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { scrollToAnchor } from '../frame/anchor.ts';

type Loaded = Awaited<ReturnType<(typeof documents)[string]['load']>>['default'];

/** A document, rendered at build time. Service addresses in it are replaced by the present one. */
export function Document({ path }: { path: string }) {
  const { url } = useLocation();
  const entry = documents[path];
  const [loaded, setLoaded] = useState<{ path: string; document: Loaded }>();
  useEffect(() => {
    let isLeft = false;
    void entry?.load().then(({ default: document }) => {
      if (!isLeft) setLoaded({ path, document });
    });
    return () => {
      isLeft = true;
    };
  }, [path]);
  const document = loaded?.path === path ? loaded.document : undefined;
  useEffect(() => {
    if (document === undefined) return;
    window.document.title = `${document.title} – Tidemark`;
    scrollToAnchor();
  }, [document, url]);
  if (entry === undefined) return <Missing />;
  if (document === undefined) return <p aria-busy="true">{entry.title} …</p>;
  return (
    <>
      {document.headings.length > 3 && (
        <details class="docs-headings">
          <summary>On this page</summary>
          <ul>
            {document.headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
      {/* Files of the repository, rendered by the build: nothing in them comes from elsewhere. */}
      <div
        class="docs-text"
        dangerouslySetInnerHTML={{ __html: document.html.replaceAll('{base_url}', location.origin) }}
      />
    </>
  );
}

function Missing() {
  return (
    <>
      <h1>No such document</h1>
      <p>
        <a href="/docs">All documents</a>
      </p>
    </>
  );
}
