import './reference.css';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { type ApiDocument, useApiDocument } from './api-document.ts';
import { OperationPage } from './operation-page.tsx';
import { ReferenceNav } from './reference-nav.tsx';
import { ReferenceOverview } from './reference-overview.tsx';
import { StreamsPage } from './streams-page.tsx';

/** /docs/reference and a page for each endpoint below it. */
export default function ReferencePage() {
  const { path } = useLocation();
  const here = decodeURIComponent(path.split('/')[3] ?? '');
  const found = useApiDocument();
  const api = found === 'failed' ? undefined : found;
  return (
    <div class="reference">
      <ReferenceNav api={api} here={here} />
      {here === 'streams' && <StreamsPage />}
      {here !== 'streams' && found === 'failed' && (
        <article>
          <h1>Reference</h1>
          <p role="alert">The reference could not be loaded. Reload the page to try again.</p>
        </article>
      )}
      {here !== 'streams' && found === undefined && (
        <article aria-busy="true">
          <h1>Reference</h1>
          <p>Loading …</p>
        </article>
      )}
      {here !== 'streams' && api !== undefined && <Shown {...{ api, here }} />}
    </div>
  );
}

function Shown({ api, here }: { api: ApiDocument; here: string }) {
  const { route } = useLocation();
  useEffect(() => {
    // Addresses of endpoints were anchors of this page once.
    const old = location.hash.slice(1);
    if (here === '' && api.operations.some(({ id }) => id === old)) route(`/docs/reference/${old}`, true);
  }, [here]);
  if (here === '') return <ReferenceOverview api={api} />;
  const operation = api.operations.find(({ id }) => id === here);
  if (operation !== undefined) return <OperationPage key={here} {...{ api, operation }} />;
  return (
    <article class="reference-text">
      <h1>No such endpoint</h1>
      <p>
        There is no endpoint named “{here}”. <a href="/docs/reference">All endpoints</a>
      </p>
    </article>
  );
}
