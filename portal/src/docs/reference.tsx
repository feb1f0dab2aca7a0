import { useEffect, useRef, useState } from 'preact/hooks';
import { currentKey } from '../api/session.ts';
import { currentTheme } from '../frame/theme.ts';

interface ApiDocument {
  jsonSchemaDialect?: unknown;
  servers?: unknown;
  paths: Readonly<Record<string, { get?: { operationId?: string; tags?: readonly string[] } }>>;
  security?: unknown;
  components?: { securitySchemes?: unknown };
}

/** What the page needs of swagger-ui's request. */
interface TriedRequest {
  url: string;
  curlOptions?: string[];
  userFetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * Calls are tried with the key that was typed in, else with that of the visit. Neither becomes part of the request that is
 * shown: a copied curl reads its key from the environment.
 */
function withKey(request: TriedRequest, ownKey: () => string): TriedRequest {
  request.curlOptions = ['-H "X-API-Key: $TIDEMARK_KEY"'];
  request.userFetch = async (url, init) => {
    const key = ownKey() || (await currentKey());
    const headers = new Headers(init.headers);
    if (key) headers.set('X-API-Key', key);
    return fetch(url, { ...init, headers, credentials: 'omit' });
  };
  return request;
}

/** What the page needs of swagger-ui once it is there. */
interface ShownReference {
  layoutActions: { show(thing: readonly string[], isShown: boolean): void };
}

/** Opens the operation that the address names, as `#pulse.leaderboard`. */
function openOperation({ layoutActions }: ShownReference, { paths }: ApiDocument): void {
  const id = location.hash.slice(1);
  const found = Object.values(paths).find(({ get }) => get?.operationId === id)?.get;
  const tag = found?.tags?.[0];
  if (tag === undefined) return;
  layoutActions.show(['operations-tag', tag], true);
  layoutActions.show(['operations', tag, id], true);
  requestAnimationFrame(() => document.getElementById(`operations-${tag}-${id}`)?.scrollIntoView());
}

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

async function showReference(node: HTMLElement, ownKey: () => string): Promise<void> {
  const [{ default: swagger }, api] = await Promise.all([
    import('swagger-ui-dist/swagger-ui-es-bundle.js'),
    fetch('/openapi.json').then((answer) => answer.json() as Promise<ApiDocument>),
    import('swagger-ui-dist/swagger-ui.css'),
  ]);
  // The key is this page's matter, and the service the one that it came from.
  const { security: _, jsonSchemaDialect: ___, components, ...rest } = api;
  const { securitySchemes: __, ...others } = components ?? {};
  let shown: ShownReference | undefined;
  await new Promise<void>((done) => {
    shown = swagger({
      domNode: node,
      spec: { ...rest, components: others, servers: [{ url: location.origin }] },
      docExpansion: 'none',
      filter: true,
      defaultModelsExpandDepth: -1,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      supportedSubmitMethods: ['get'],
      validatorUrl: null,
      persistAuthorization: false,
      requestInterceptor: (request: TriedRequest) => withKey(request, ownKey),
      onComplete: done,
    }) as ShownReference;
  });
  if (shown !== undefined) openOperation(shown, api);
}

/** Every endpoint from openapi.json, to be tried out. */
export function Reference() {
  const node = useRef<HTMLDivElement>(null);
  const key = useRef('');
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useEffect(() => {
    document.title = 'Reference – Tidemark';
    showReference(node.current!, () => key.current).then(
      () => setState('shown'),
      () => setState('failed'),
    );
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
      {state === 'loading' && <p aria-busy="true">Loading the reference …</p>}
      {state === 'failed' && (
        <p role="alert">The reference could not be loaded. Reload the page to try again.</p>
      )}
      <div ref={node} class="docs-reference" />
    </>
  );
}
