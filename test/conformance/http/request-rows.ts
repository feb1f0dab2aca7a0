import { api } from '../../access-harness.ts';
import { type ErrorRow, get, rows, type Stage, upgrade } from './error-row.ts';

const noWallet = `0x${'9'.repeat(40)}`;
const trades = `${api}/pulse/trades/recent`;
const range = `${api}/toy/pnl/day/2026-01-15?wallets=0x${'1'.repeat(40)},0x${'2'.repeat(40)}`;

const written = (...lines: string[]) => ({
  send: ({ service, key }: Stage) =>
    service.sendText([...lines, `X-API-Key: ${key}`, 'Host: x', '', ''].join('\r\n')),
});

const admittedRows = [
  ...rows(
    {
      of: 'window longer than the tier allows',
      status: 400,
      code: 'WINDOW_TOO_LONG',
      shape: 'legacy',
      body: { reason: 'invalid_parameters', hint: /reaches back at most \d+ days/, upgrade_url: upgrade },
      limits: 'account',
      counts: true,
    },
    {
      'since beyond 30 days on free': { send: get(`${trades}?since=31d`) },
      'since beyond 90 days on pro': { tier: 'pro', send: get(`${trades}?since=91d`) },
      'since beyond 365 days on enterprise': { tier: 'enterprise', send: get(`${trades}?since=366d`) },
      'startTime beyond 90 days': { tier: 'pro', send: get(`${range}&startTime=2026-06-01T00:00:00Z`) },
    },
  ),
  ...rows(
    {
      of: 'parameter breaks its schema (type, enum, bound)',
      status: 422,
      code: 'INVALID_PARAMETERS',
      shape: 'APIError',
      body: { reason: 'invalid_parameters' },
      limits: 'account',
      counts: true,
    },
    {
      'type, enum and bound, every fault at once': {
        body: {
          reason: 'invalid_parameters',
          errors: [
            { location: 'query.sort', message: /^must be one of pnl, /, value: 'best' },
            { location: 'query.period', message: /^must be one of /, value: '' },
            { location: 'query.limit', message: /^must be an integer from 1 to /, value: '0' },
          ],
        },
        send: get(`${api}/pulse/leaderboard?sort=best&period=&limit=0`),
      },
      'a parameter given twice': {
        body: {
          reason: 'invalid_parameters',
          errors: [{ location: 'query.limit', message: 'must be given once', value: ['1', '2'] }],
        },
        send: get(`${trades}?limit=1&limit=2`),
      },
      'a path parameter, and a faulty form beside it': {
        tier: 'pro',
        body: {
          reason: 'invalid_parameters',
          errors: [
            { location: 'path.tierType', message: /pnl, size/, value: 'none' },
            { location: 'path.date', message: /calendar date/, value: 'x' },
            { location: 'query.wallets', message: /^is required/ },
          ],
        },
        send: get(`${api}/toy/none/day/x`),
      },
    },
  ),
  ...rows(
    {
      of: 'well-formed but not acceptable (address not 0x+40 hex, bad `since`, startTime after endTime)',
      status: 400,
      code: 'BAD_REQUEST',
      shape: 'APIError',
      body: { reason: 'invalid_parameters' },
      limits: 'account',
      counts: true,
    },
    {
      'an address that is none': {
        body: {
          reason: 'invalid_parameters',
          errors: [{ location: 'path.address', message: /0x and 40 hex/, value: '0x12' }],
        },
        send: get(`${api}/pulse/trader/0x12`),
      },
      'a bad since': {
        body: {
          reason: 'invalid_parameters',
          errors: [{ location: 'query.since', message: /digits then m, h or d/, value: '1w' }],
        },
        send: get(`${trades}?since=1w`),
      },
      'startTime after endTime': {
        tier: 'pro',
        body: {
          reason: 'invalid_parameters',
          errors: [
            { location: 'query.startTime', message: /must not lie after endTime/, value: 1795200001000 },
          ],
        },
        send: get(`${range}&startTime=1795200001000&endTime=1795200000000`),
      },
    },
  ),
  ...rows(
    {
      of: 'unknown coin, wallet without data, unknown id or route',
      status: 404,
      code: 'NOT_FOUND',
      shape: 'APIError',
      body: {},
      limits: 'account',
      counts: true,
    },
    {
      'a misspelt coin': {
        body: { detail: /"BTCC".*Nearest: BTC/ },
        send: get(`${api}/pulse/token-leaderboard/BTCC`),
      },
      'a wallet without data': { body: { detail: /9999/ }, send: get(`${api}/pulse/trader/${noWallet}`) },
      'an unknown id': { body: { detail: /Nearest: 6/ }, send: get(`${api}/toy/unknown-id`) },
      'what only an exchange has, of an archive': {
        code: 'NOT_AVAILABLE',
        body: { detail: /reads no exchange/ },
        send: get(`${api}/toy/archive`),
      },
      'an unknown route': {
        limits: 'none',
        counts: false,
        body: { detail: /nearest route is .*pulse\/leaderboard/ },
        send: get(`${api}/pulse/leaderbord`),
      },
    },
  ),
];

const post = (path: string) => (stage: Stage) => stage.ask(path, { method: 'POST' });
const routeRows = rows(
  {
    of: 'wrong method',
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    shape: 'APIError',
    body: {},
    headers: { allow: /^GET, HEAD, OPTIONS$/ },
    limits: 'none',
    counts: false,
  },
  {
    'POST to an endpoint': { send: post(`${api}/pulse/leaderboard`) },
    'DELETE of a document': { send: ({ ask }) => ask('/openapi.json', { method: 'DELETE' }) },
  },
);

const faultRows = [
  ...rows(
    {
      of: 'upstream exchange failed or timed out',
      status: 502,
      code: 'UPSTREAM_FAILED',
      shape: 'legacy',
      body: {},
      limits: 'none',
      counts: true,
    },
    { 'an exchange that does not answer': { send: get(`${api}/toy/upstream`) } },
  ),
  ...rows(
    {
      of: 'query over its deadline',
      status: 504,
      code: 'DEADLINE_EXCEEDED',
      shape: 'APIError',
      body: {},
      limits: 'none',
      counts: true,
    },
    { 'a query over its deadline': { send: get(`${api}/toy/slow`) } },
  ),
  ...rows(
    {
      of: 'our fault',
      status: 500,
      code: 'INTERNAL',
      shape: 'APIError',
      body: {},
      limits: 'none',
      counts: true,
    },
    { 'an endpoint that fails': { send: get(`${api}/toy/broken`) } },
  ),
];

const long = 'x'.repeat(9_000);
const http = { of: 'HTTP', shape: 'APIError', body: {}, limits: 'none' } as const;
const httpRows = [
  ...rows(
    { ...http, status: 400, code: 'BAD_REQUEST' },
    {
      'no HTTP': written('NONSENSE'),
      'a malformed escape': { send: get(`${api}/%zz`) },
    },
  ),
  ...rows(
    { ...http, status: 403, code: 'ORIGIN_REFUSED', counts: false },
    {
      'a message of an agent from another web page': {
        send: ({ ask }) => ask('/mcp', { method: 'POST', headers: { Origin: 'https://other.example' } }),
      },
    },
  ),
  ...rows(
    { ...http, status: 408, code: 'REQUEST_TIMEOUT' },
    {
      'headers that do not end': { send: ({ service }) => service.sendText('GET / HTTP/1.1\r\nHost: x\r\n') },
    },
  ),
  ...rows(
    { ...http, status: 413, code: 'BODY_TOO_LARGE' },
    {
      'a large body': written(`GET ${api}/plan HTTP/1.1`, 'Content-Length: 65537'),
    },
  ),
  ...rows(
    { ...http, status: 414, code: 'URI_TOO_LONG' },
    {
      'a long address': written(`GET ${api}/plan?${long} HTTP/1.1`),
    },
  ),
  ...rows(
    { ...http, status: 417, code: 'EXPECTATION_FAILED' },
    {
      'an expectation': written(`GET ${api}/plan HTTP/1.1`, 'Expect: tea'),
    },
  ),
  ...rows(
    { ...http, status: 431, code: 'HEADERS_TOO_LARGE' },
    {
      'large headers': written(`GET ${api}/plan HTTP/1.1`, `X-Long: ${long}${long}`),
    },
  ),
];

/** Errors of the request, of the answer's computation, and of HTTP itself. */
export const requestRows: readonly ErrorRow[] = [...admittedRows, ...routeRows, ...faultRows, ...httpRows];
