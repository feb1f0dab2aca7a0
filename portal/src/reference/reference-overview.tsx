import { usePageTitle } from '../frame/page-title.ts';
import type { ApiDocument } from './api-document.ts';
import { TierBadge } from './tier-badge.tsx';

/** Common prefix of all paths. */
const prefix = /^\/api\/public\/v\d+/;

/** Rules of every call, and all calls in groups. */
export function ReferenceOverview({ api }: { api: ApiDocument }) {
  usePageTitle('Reference');
  const groups = Map.groupBy(api.operations, ({ tag }) => tag);
  return (
    <article class="reference-text wide-text">
      <h1>Reference</h1>
      <p>
        {api.operations.length} endpoints, all of them <code>GET</code> below{' '}
        <code>{`${location.origin}/api/public/v1`}</code>, which answer JSON. The key is a header:{' '}
        <code>X-API-Key</code>. The same as a file: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1),
        version {api.info.version}; over a WebSocket: <a href="/docs/reference/streams">streams</a>.
      </p>
      <p>
        <a href="/docs/guides/first-call">First call</a> · <a href="/docs/guides/limits">Limits</a> ·{' '}
        <a href="/docs/guides/errors">Errors</a> · <a href="/docs/guides/windows">Windows</a> ·{' '}
        <a href="/docs/clients">Clients</a>
      </p>
      {api.tags.map(({ name, description }) => (
        <section key={name} aria-label={name}>
          <h2 id={name}>{name}</h2>
          <p class="dim">{description}</p>
          <ul class="reference-list">
            {(groups.get(name) ?? []).map(({ id, path, summary, tier }) => (
              <li key={id}>
                <a href={`/docs/reference/${id}`}>{summary}</a>
                <code class="dim">{path.replace(prefix, '')}</code>
                <TierBadge tier={tier} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
