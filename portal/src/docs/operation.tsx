import { useEffect, useRef, useState } from 'preact/hooks';
import { currentKey } from '../api/session.ts';
import { type ApiDocument, type NamedOperation, partOf } from './api-document.ts';

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

/** What shows an operation; as large as the rest of the portal together, so it comes when one is first opened. */
const loadSwagger = () =>
  Promise.all([
    import('swagger-ui-dist/swagger-ui-es-bundle.js'),
    import('swagger-ui-dist/swagger-ui.css'),
  ]).then(([{ default: swagger }]) => swagger);

async function showOperation(node: HTMLElement, spec: object, ownKey: () => string): Promise<void> {
  const swagger = await loadSwagger();
  await new Promise<void>((done) => {
    swagger({
      domNode: node,
      // The key is this page's matter, and the service the one that it came from.
      spec: { ...spec, servers: [{ url: location.origin }] },
      docExpansion: 'full',
      defaultModelsExpandDepth: -1,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      supportedSubmitMethods: ['get'],
      validatorUrl: null,
      persistAuthorization: false,
      requestInterceptor: (request: TriedRequest) => withKey(request, ownKey),
      onComplete: done,
    });
  });
}

/** What paths begin with alike. */
const prefixOf = (path: string) => /^\/api\/public\/v\d+/.exec(path)?.[0] ?? '';

interface OperationRowProps {
  api: ApiDocument;
  operation: NamedOperation;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  ownKey: () => string;
}

/** An operation by its path and summary; opened, all of it, to be tried out. */
export function OperationRow({ api, operation, isOpen, onToggle, ownKey }: OperationRowProps) {
  const { path, summary, operationId } = operation;
  const row = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isOpen && location.hash === `#${operationId}`) row.current?.scrollIntoView();
  }, []);
  return (
    <details
      ref={row}
      id={operationId}
      class="operation"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && onToggle(currentTarget.open)}
    >
      <summary>
        <code>
          <span class="dim">{prefixOf(path)}</span>
          {path.slice(prefixOf(path).length)}
        </code>{' '}
        <span class="dim">{summary}</span>
      </summary>
      {isOpen && <Shown {...{ api, operation, ownKey }} />}
    </details>
  );
}

function Shown({ api, operation, ownKey }: Pick<OperationRowProps, 'api' | 'operation' | 'ownKey'>) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useEffect(() => {
    showOperation(place.current!, partOf(api, operation), ownKey).then(
      () => setState('shown'),
      () => setState('failed'),
    );
  }, [api, operation]);
  return (
    <>
      {state === 'loading' && <p aria-busy="true">Loading …</p>}
      {state === 'failed' && <p role="alert">It could not be shown. Reload the page to try again.</p>}
      <div ref={place} />
    </>
  );
}
