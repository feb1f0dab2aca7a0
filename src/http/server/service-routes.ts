import type { IncomingMessage } from 'node:http';
import type { PayPerCall } from '../../billing/x402/pay-per-call.ts';
import type { Registry } from '../../endpoints/registry.ts';
import { systemClock } from '../../kernel/clock.ts';
import { documentText } from '../../routes/document-text.ts';
import type { Readiness } from '../calls/readiness.ts';
import { asyncApi, asyncApiPath } from '../documents/asyncapi.ts';
import {
  apiCatalog,
  apiCatalogType,
  authorizationServerMetadata,
  llmsText,
  resourceMetadata,
  resourceMetadataPath,
  securityText,
  serverMetadataPath,
} from '../documents/discovery.ts';
import { errorIndex, errorPage, signupPage, upgradePage } from '../documents/error-pages.ts';
import { openApi } from '../documents/openapi.ts';
import { type PaidSale, paidDocumentPath, paidOpenApi } from '../documents/paid-openapi.ts';
import { documentedSchemas, schemaDocument } from '../documents/schema-documents.ts';
import type { Crowd } from '../guards/crowd.ts';
import type { LoadShedder } from '../guards/load-shedder.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import { makePage, type Page } from '../pages/page.ts';
import { agentPath } from './agent-route.ts';

/** A route outside the API: no key, no limits. */
export interface ServiceRoute {
  /** Route name in metrics. */
  id: string;
  path: string;
  page(): Page | Promise<Page>;
  /** Decides who may see the route; default: every caller. */
  admits?(req: IncomingMessage): boolean;
}

export interface ServiceRouteOptions {
  registry: Registry;
  metrics: RequestMetrics;
  addresses: { readonly baseUrl: string };
  readiness: () => Readiness;
  closing: () => boolean;
  shedder: LoadShedder;
  crowd: Crowd;
  /** Restricts the metrics, because they reveal the requests of others. */
  seesMetrics: (req: IncomingMessage) => boolean;
  agents: boolean;
  /** True if users can authorize agents (OAuth). */
  oauth: boolean;
  pages: boolean;
  securityContact?: string | undefined;
  payPerCall?: Pick<PayPerCall, 'usdOf'> | undefined;
}

const json = 'application/json';
const html = 'text/html; charset=utf-8';
const text = 'text/plain; charset=utf-8';

function staticPage(body: string, contentType: string): Page {
  const cacheControl = 'public, max-age=60';
  return makePage({ body, contentType, cacheControl, vary: 'Accept-Encoding' });
}

function livePage(body: string, contentType: string, status = 200): Page {
  return makePage({ status, body, contentType, cacheControl: 'no-store', vary: 'Accept-Encoding' });
}

/** Makes the page on first use, when the service's address is known, and keeps it. */
function once(make: () => Page): () => Page {
  let page: Page | undefined;
  return () => {
    page ??= make();
    return page;
  };
}

function documents({ registry, addresses, payPerCall }: ServiceRouteOptions): ServiceRoute[] {
  const indented = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
  const openApiPage = once(() => staticPage(documentText(openApi(registry, addresses.baseUrl)), json));
  const paidPage = (sale: PaidSale) =>
    once(() => staticPage(documentText(paidOpenApi(registry, addresses.baseUrl, sale)), json));
  const paid =
    payPerCall === undefined
      ? []
      : [{ id: 'paid-openapi', path: paidDocumentPath, page: paidPage(payPerCall) }];
  const schemas = [...documentedSchemas(registry)].map(([name, type]) => ({
    id: 'schema',
    path: `/schemas/${name}.json`,
    page: once(() =>
      staticPage(indented(schemaDocument(name, type, addresses.baseUrl)), 'application/schema+json'),
    ),
  }));
  const index = once(() =>
    staticPage(indented({ schemas: schemas.map(({ path }) => `${addresses.baseUrl}${path}`) }), json),
  );
  return [
    { id: 'openapi', path: '/openapi.json', page: openApiPage },
    {
      id: 'asyncapi',
      path: asyncApiPath,
      page: once(() => staticPage(documentText(asyncApi(addresses.baseUrl)), json)),
    },
    ...paid,
    { id: 'schema-index', path: '/schemas', page: index },
    ...schemas,
  ];
}

function overview({ addresses, agents, payPerCall }: ServiceRouteOptions): Page {
  const at = addresses.baseUrl;
  const service = {
    service: 'Tidemark',
    api: `${at}/api/public/v1`,
    openapi: `${at}/openapi.json`,
    ...(payPerCall !== undefined && { payPerCall: `${at}${paidDocumentPath}` }),
    schemas: `${at}/schemas`,
    errors: `${at}/errors`,
    health: `${at}/health`,
    ready: `${at}/ready`,
    ...(agents && { mcp: `${at}${agentPath}` }),
  };
  return staticPage(`${JSON.stringify(service, null, 2)}\n`, json);
}

function discovery(options: ServiceRouteOptions): ServiceRoute[] {
  const { addresses, agents, pages, payPerCall, securityContact } = options;
  const found = () => ({ agents, pages, baseUrl: addresses.baseUrl, paid: payPerCall !== undefined });
  const contact = () => livePage(securityText(addresses.baseUrl, securityContact, systemClock.nowMs()), text);
  const metadata = (id: string, path: string, make: (at: string) => string) => {
    return { id, path, page: once(() => staticPage(make(addresses.baseUrl), json)) };
  };
  const oauth = [
    // With and without the path of the resource: clients request either.
    metadata('oauth-resource', `${resourceMetadataPath}${agentPath}`, resourceMetadata),
    metadata('oauth-resource', resourceMetadataPath, resourceMetadata),
    metadata('oauth-server', serverMetadataPath, authorizationServerMetadata),
  ];
  return [
    ...(options.oauth ? oauth : []),
    { id: 'llms', path: '/llms.txt', page: once(() => staticPage(llmsText(found()), text)) },
    {
      id: 'api-catalog',
      path: '/.well-known/api-catalog',
      page: once(() => staticPage(apiCatalog(found()), apiCatalogType)),
    },
    { id: 'security', path: '/.well-known/security.txt', page: contact },
  ];
}

/** `/`, documents, errors, how to get a key, health, readiness, metrics. */
export function serviceRoutes(options: ServiceRouteOptions, codes: readonly string[]): ServiceRoute[] {
  const { metrics } = options;
  const health = livePage('{"status":"ok"}\n', json);
  const ready = () => {
    const { ready: isBuilt, checks: found, ...more } = options.readiness();
    const load = options.shedder.detail() ?? options.crowd.detail();
    const isReady = isBuilt && load === undefined && !options.closing();
    const checks = { ...found, load: load ?? true, ...(options.closing() && { server: 'is stopping' }) };
    return livePage(`${JSON.stringify({ ready: isReady, checks, ...more })}\n`, json, isReady ? 200 : 503);
  };
  const errors = codes.map((code) => ({
    id: 'error-page',
    path: `/errors/${code}`,
    page: once(() => staticPage(errorPage(code)!, html)),
  }));
  return [
    { id: 'root', path: '/', page: once(() => overview(options)) },
    { id: 'health', path: '/health', page: () => health },
    { id: 'ready', path: '/ready', page: ready },
    {
      id: 'metrics',
      path: '/metrics',
      admits: options.seesMetrics,
      page: async () => livePage(await metrics.registry.metrics(), metrics.registry.contentType),
    },
    { id: 'error-index', path: '/errors', page: once(() => staticPage(errorIndex(), html)) },
    ...errors,
    { id: 'signup', path: '/signup', page: once(() => staticPage(signupPage(), html)) },
    { id: 'upgrade', path: '/upgrade', page: once(() => staticPage(upgradePage(), html)) },
    ...documents(options),
    ...discovery(options),
  ];
}
