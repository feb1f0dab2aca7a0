import { dayMs, rfc3339, utcDayStartMs } from '../../kernel/clock.ts';
import { paidPrefix } from '../calls/paid-twin.ts';
import { asyncApiPath } from './asyncapi.ts';
import { paidDocumentPath } from './paid-openapi.ts';

export interface Discovered {
  baseUrl: string;
  agents: boolean;
  pages: boolean;
  /** True if calls are sold. */
  paid: boolean;
}

/** Path of the metadata from which MCP clients learn how to ask a user for access to `/mcp` (RFC 9728, RFC 8414). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource';
export const serverMetadataPath = '/.well-known/oauth-authorization-server';

/** OAuth metadata of the protected resource `/mcp` (RFC 9728). */
export function resourceMetadata(at: string): string {
  const metadata = {
    resource: `${at}/mcp`,
    authorization_servers: [at],
    scopes_supported: ['mcp'],
    bearer_methods_supported: ['header'],
    resource_name: 'Tidemark',
    resource_documentation: `${at}/docs/guides/agents`,
  };
  return `${JSON.stringify(metadata, null, 2)}\n`;
}

/** OAuth metadata of the authorization server (RFC 8414): public clients with PKCE, which register themselves. */
export function authorizationServerMetadata(at: string): string {
  const metadata = {
    issuer: at,
    authorization_endpoint: `${at}/authorize`,
    token_endpoint: `${at}/oauth/token`,
    registration_endpoint: `${at}/oauth/register`,
    revocation_endpoint: `${at}/oauth/revoke`,
    scopes_supported: ['mcp'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
  return `${JSON.stringify(metadata, null, 2)}\n`;
}

/** Validity of a security.txt, from the day of the request. */
const contactLifeMs = 180 * dayMs;

/** `/llms.txt`: the service described for language models (llmstxt.org). */
export function llmsText({ baseUrl: at, agents, pages, paid }: Discovered): string {
  const sections = [
    `# Tidemark

> Analytics of traders and markets on the Hyperliquid exchange, read-only: leaderboards, cohorts, positions, liquidations,
> lifecycles of positions, builders, outcome markets and the daily edition, from every fill that the exchange published.

Requests need a key in the header \`X-API-Key\`; ${at}/signup says how to get one. Times are UTC, money is US dollars, wallets are
addresses of 42 characters. An error is a problem document (RFC 9457); ${at}/errors explains its \`code\`.`,
    `## API

- [OpenAPI 3.1 description](${at}/openapi.json): every endpoint with parameters, fields, formulas, units and errors
- [AsyncAPI 3 description](${at}${asyncApiPath}): every feed of the streams, over WebSocket and server-sent events
- [Schemas](${at}/schemas): JSON Schemas of all answers
- [Errors](${at}/errors): what each code means and how to mend the request${
      paid
        ? `\n- [Paid calls](${at}${paidDocumentPath}): the same endpoints without a key, paid for by the call (x402)`
        : ''
    }`,
  ];
  if (agents) {
    sections.push(`## Agents

- [MCP server](${at}/mcp): tools that answer questions about traders and markets, by streamable HTTP`);
  }
  const documents = pages
    ? [`- [Documents](${at}/docs): guides, methodology, glossary and the reference with calls to try`]
    : [];
  const more = [
    ...documents,
    `- [API catalog](${at}/.well-known/api-catalog): the same addresses as a linkset (RFC 9727)`,
  ];
  sections.push(`## Optional\n\n${more.join('\n')}`);
  return `${sections.join('\n\n')}\n`;
}

/** `/.well-known/api-catalog`: the APIs of the service as a linkset (RFC 9727, RFC 9264). */
export function apiCatalog({ baseUrl: at, agents, pages, paid }: Discovered): string {
  const json = 'application/json';
  const documents = pages && { 'service-doc': [{ href: `${at}/docs`, type: 'text/html' }] };
  const status = [{ href: `${at}/health`, type: json }];
  const described = (anchor: string, path: string) => {
    return { anchor, 'service-desc': [{ href: `${at}${path}`, type: json }], ...documents, status };
  };
  const linkset = [
    described(`${at}/api/public/v1`, '/openapi.json'),
    ...(paid ? [described(`${at}${paidPrefix}/api/public/v1`, paidDocumentPath)] : []),
    ...(agents
      ? [{ anchor: `${at}/mcp`, 'service-doc': [{ href: `${at}/llms.txt`, type: 'text/plain' }], status }]
      : []),
  ];
  return `${JSON.stringify({ linkset }, null, 2)}\n`;
}

export const apiCatalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/**
 * `/.well-known/security.txt` (RFC 9116).
 * @param contact `mailto:` or `https:` address; default: the page of errors
 */
export function securityText(baseUrl: string, contact: string | undefined, nowMs: number): string {
  const lines = [
    `Contact: ${contact ?? `${baseUrl}/errors`}`,
    `Expires: ${rfc3339(utcDayStartMs(nowMs) + contactLifeMs)}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
  ];
  return `${lines.join('\n')}\n`;
}
