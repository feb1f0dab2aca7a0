import { resolve } from 'node:path';
import { readServers, serverListExpectation, splitServers } from '../analytics/server-list.ts';
import { priceList } from '../billing/price-list.ts';
import { readPrices } from '../billing/x402/call-price.ts';
import { readAsset } from '../billing/x402/terms.ts';
import { readBuilderNames } from '../domain/builder-names.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import { numbersByTier, tiers } from '../domain/tier.ts';
import { instantMs } from '../kernel/instant.ts';
import { nearestTo } from '../kernel/nearest.ts';
import { networksOf } from '../kernel/networks.ts';
import type { FaultDetail } from '../kernel/problem.ts';
import { billingFaults } from './billing.ts';
import { clusterFaults, loneServer } from './cluster.ts';
import { loadCutOffs } from './cohorts.ts';
import { coldFaults } from './cold.ts';
import { portalFaults } from './portal.ts';
import { type Setting, type Settings, settings } from './schema.ts';
import { x402Faults } from './x402.ts';

/** Keyword instead of an instant: the time of the newest stored fill. */
const dataEnd = 'data-end';

export interface Config extends Omit<Settings, 'now' | 'cohortsFile'> {
  /** Absolute. */
  dataDir: string;
  /** The instant to answer as of, unix milliseconds; default: the system clock. */
  nowMs?: number;
  /** That instant is the newest stored fill's. */
  isNowDataEnd?: true;
  cutOffs: CohortCutOffs;
}

/** Settings that options of the command line override, as they were typed. */
export interface ConfigFlags {
  data?: string;
  host?: string;
  port?: string;
  now?: string;
  source?: string;
  nodeDir?: string;
  nodeInfo?: string;
  exchangeUrl?: string;
  exchangeWs?: string;
  exchangeWeight?: string;
  seed?: string;
  url?: string;
}

export class ConfigError extends Error {
  readonly faults: FaultDetail[];

  constructor(faults: FaultDetail[]) {
    super(faults.map((fault) => `${fault.location}: ${fault.message}`).join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration: a flag before its variable before the default. This is the only reader
 * of the environment. An empty variable counts as absent, as compose files write them.
 * @throws ConfigError naming every fault at once, unknown `TIDEMARK_…` variables included
 */
export function loadConfig(flags: ConfigFlags = {}, env: Environment = process.env): Config {
  const faults: FaultDetail[] = unknownVariables(env);
  const read: Record<string, string | number> = {};
  for (const setting of settings) {
    const flag = flags[flagName(setting) as keyof ConfigFlags];
    const text = flag ?? (env[setting.env] || undefined);
    if (text === undefined) {
      if (setting.default !== undefined) read[setting.name] = setting.default;
      continue;
    }
    if (accepts(setting, text)) {
      read[setting.name] = setting.kind === 'integer' ? Number(text) : text;
    } else {
      faults.push(settingFault(setting, flag === undefined ? setting.env : setting.flag!, text));
    }
  }
  const { now, cohortsFile, ...rest } = read as unknown as Settings;
  const { cutOffs, faults: cutOffFaults } = loadCutOffs(cohortsFile);
  faults.push(
    ...loneServer(env),
    ...clusterFaults(rest),
    ...coldFaults(rest),
    ...adminFaults(env, rest),
    ...billingFaults(rest),
    ...x402Faults(rest),
  );
  faults.push(...sourceFaults(rest, now), ...cutOffFaults, ...portalFaults(rest));
  if (faults.length > 0) throw new ConfigError(faults);
  for (const name of ['baseUrl', 'signupUrl', 'upgradeUrl'] as const) {
    if (rest[name] !== undefined) rest[name] = rest[name].replace(/\/+$/, '');
  }
  const config: Config = { ...rest, cutOffs, dataDir: resolve(rest.dataDir) };
  if (rest.nodeDir !== undefined) config.nodeDir = resolve(rest.nodeDir);
  if (rest.nodeInfo !== undefined) config.nodeInfo = withInfoPath(rest.nodeInfo);
  // A directory that is named for one command is meant, wherever the others go.
  if (flags.data !== undefined) delete config.adminUrl;
  if (now === dataEnd) config.isNowDataEnd = true;
  else if (now !== undefined) config.nowMs = instantMs(now);
  return config;
}

const secretNames = new Set<string>(settings.filter(({ secret }) => secret).map(({ name }) => name));

/** The configuration for people and logs: secrets, and passwords and tokens in URLs, are left out. */
export function redactedConfig(config: Config): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      secretNames.has(name) ? '***' : typeof value === 'string' ? redactedUrl(value) : value,
    ]),
  );
}

/** The address a server on this host and port is reached at from this machine. */
export function localAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** All that reaches the admin surface may do everything: it has a token and a port of its own. */
function adminFaults(env: Environment, { adminPort, adminUrl, port }: Partial<Settings>): FaultDetail[] {
  const faults: FaultDetail[] = [];
  if ((adminPort !== undefined || adminUrl !== undefined) && !env.TIDEMARK_ADMIN_TOKEN) {
    const needing = adminPort === undefined ? 'TIDEMARK_ADMIN_URL' : 'TIDEMARK_ADMIN_PORT';
    const message = `must be set together with ${needing}: ${formats.token!.expectation}`;
    faults.push({ location: 'TIDEMARK_ADMIN_TOKEN', message });
  }
  if (adminPort !== undefined && adminPort !== 0 && adminPort === port) {
    const message = 'must be another port than that of the API (TIDEMARK_PORT)';
    faults.push({ location: 'TIDEMARK_ADMIN_PORT', message, value: adminPort });
  }
  return faults;
}

/** A live source needs the clock, and simulated data stay in a directory that remembers what they are. */
function sourceFaults(
  { source, clickhouseUrl, nodeDir, nodeInfo }: Partial<Settings>,
  now: string | undefined,
): FaultDetail[] {
  const location = 'TIDEMARK_SOURCE';
  if (source !== 'none' && now !== undefined) {
    return [{ location, message: `must be none where TIDEMARK_NOW is set: ${source} needs the clock` }];
  }
  if (source === 'simulated' && clickhouseUrl !== undefined) {
    const message = 'must not be simulated on servers: simulated data needs its own data directory';
    return [{ location, message }];
  }
  if (source === 'node' && nodeDir === undefined) {
    const message =
      "must be set where TIDEMARK_SOURCE is node: the directory of the node's output, such as ~/hl/data";
    return [{ location: 'TIDEMARK_NODE_DIR', message }];
  }
  if (nodeDir !== undefined && source !== 'node' && source !== 'hyperliquid') {
    const message = `must be node or hyperliquid where TIDEMARK_NODE_DIR is set, not ${source}: no other source reads its files`;
    return [{ location, message }];
  }
  if (nodeInfo !== undefined && source !== 'node' && source !== 'hyperliquid') {
    const message = `must be node or hyperliquid where TIDEMARK_NODE_INFO is set, not ${source}: no other source uses it`;
    return [{ location, message }];
  }
  return [];
}

/** A node answers below `/info`: an address without a path is that of its server. */
function withInfoPath(text: string): string {
  const url = new URL(text);
  if (url.pathname === '/') url.pathname = '/info';
  return url.href.replace(/\/+$/, '');
}

/** `--exchange-url` is `exchangeUrl` among the options. */
function flagName({ flag }: Setting): string | undefined {
  return flag?.slice(2).replace(/-[a-z]/g, (dashed) => dashed[1]!.toUpperCase());
}

function settingFault(setting: Setting, location: string, text: string): FaultDetail {
  const expected = `must be ${expectation(setting)}`;
  if (setting.secret) return { location, message: expected };
  const value = redactedUrl(text);
  const named = setting.format === 'clickhouse-urls' ? wrongServer(text) : '';
  return { location, message: `${expected}, not ${JSON.stringify(value)}${named}`, value };
}

/** Which address of several it is. */
function wrongServer(text: string): string {
  const read = readServers(text);
  if (Array.isArray(read) || splitServers(text).length === 1) return '';
  return `: ${JSON.stringify(redactedUrl(read.address))} ${read.message}`;
}

/** Settings of earlier versions, and what holds without them. */
const removedSettings: Readonly<Record<string, string>> = {
  TIDEMARK_BILLING: 'Stripe is used if TIDEMARK_STRIPE_WEBHOOK_SECRET is set',
  TIDEMARK_COLD_POLICY: 'give the storage policy the name tidemark',
  TIDEMARK_COLD_VOLUME: 'give the cold volume the name cold',
  TIDEMARK_MAX_REQUESTS_IN_FLIGHT: 'more than 2000 waiting requests get 503',
  TIDEMARK_SHUTDOWN_GRACE_MS: 'requests under way get TIDEMARK_QUERY_DEADLINE_MS to end',
  TIDEMARK_STREAM_MAX_CONNECTIONS: 'half of TIDEMARK_MAX_CONNECTIONS may be streams',
};

function unknownVariables(env: Environment): FaultDetail[] {
  const known = settings.map((setting) => setting.env as string);
  return Object.keys(env)
    .filter((name) => name.startsWith('TIDEMARK_') && !known.includes(name))
    .map((name) => {
      const replaced = removedSettings[name];
      if (replaced !== undefined) return { location: name, message: `is no longer a setting: ${replaced}` };
      const nearest = nearestTo(name, known);
      return {
        location: name,
        message: `is not a setting${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
      };
    });
}

const formats: Record<string, { accepts: (text: string) => boolean; expectation: string }> = {
  path: { accepts: (text) => text !== '' && !text.includes('\0'), expectation: 'a path' },
  host: { accepts: (text) => /^[A-Za-z0-9.:_-]+$/.test(text), expectation: 'a host name or an IP address' },
  'http-url': {
    accepts: (text) => urlOf(text, ['http:', 'https:']),
    expectation: 'an address like https://host:port',
  },
  'clickhouse-urls': {
    accepts: (text) => Array.isArray(readServers(text)),
    expectation: serverListExpectation,
  },
  'exchange-url': {
    // `/info` is appended to the path; a query would come before it.
    accepts: (text) => urlOf(text, ['http:', 'https:']) && !/[?#]|\/info\/*$/.test(text),
    expectation: 'an address like https://host:port, without /info',
  },
  'node-info-url': {
    // Errors of the transport name the address: a password would end up in the log.
    accepts: (text) => urlOf(text, ['http:', 'https:']) && /^[^@?#]+$/.test(text),
    expectation:
      "an address like http://127.0.0.1:3001/info, that of a node's info server, without user, query or fragment",
  },
  'admin-url': {
    // The token is the only credential; other parts of the address would be lost, or logged.
    accepts: (text) => urlOf(text, ['http:', 'https:']) && /^[^@?#]+$/.test(text),
    expectation: 'an address like http://127.0.0.1:8081 or https://host, without user, query or fragment',
  },
  'ws-url': {
    accepts: (text) => urlOf(text, ['ws:', 'wss:']),
    expectation: 'an address like wss://host:port/ws',
  },
  'postgres-url': {
    accepts: (text) => urlOf(text, ['postgres:', 'postgresql:']),
    expectation: 'an address like postgres://user:password@host:5432/database',
  },
  'builder-names': {
    accepts: (text) => readBuilderNames(text) !== undefined,
    expectation:
      'addresses with names like 0x…=name,0x…=name, each address once, names of 1 to 64 characters',
  },
  'redis-url': {
    accepts: (text) => urlOf(text, ['redis:', 'rediss:']),
    expectation: 'an address like redis://user:password@host:6379',
  },
  networks: {
    accepts: (text) => networksOf(text) !== undefined,
    expectation: 'addresses or CIDR blocks between commas, like 10.0.0.0/8, fd00::/8',
  },
  'api-key': {
    accepts: (text) => /^[\x21-\x7e]{1,128}$/.test(text),
    expectation: 'an API key like tdm_live_…',
  },
  token: {
    accepts: (text) => /^[\x21-\x7e]{32,256}$/.test(text),
    expectation: '32 to 256 printable ASCII characters without a space',
  },
  'smtp-url': {
    accepts: (text) => urlOf(text, ['smtp:', 'smtps:']) && new URL(text).hostname !== '',
    expectation: 'an address like smtp://user:password@host:587, or smtps:// for TLS from the first byte',
  },
  contact: {
    accepts: (text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text) && URL.canParse(text),
    expectation: 'an address like mailto:security@example.org or https://example.org/security',
  },
  'mail-from': {
    accepts: (text) => /^[^<>\r\n\p{C}]{0,100}<?[^\s<>@]+@[^\s<>@]+>?$/u.test(text),
    expectation: 'an address like keys@example.org, or Tidemark <keys@example.org>',
  },
  'stripe-secret': {
    accepts: (text) => /^whsec_[\x21-\x7e]{1,249}$/.test(text),
    expectation: 'the signing secret whsec_… of the endpoint',
  },
  prices: {
    accepts: (text) => priceList(text) !== undefined,
    expectation: 'prices with their tiers, like price_1Abc=pro,price_2Def=starter',
  },
  'x402-asset': {
    accepts: (text) => readAsset(text) !== undefined,
    expectation: 'a coin like 0x…,USD Coin,2,6',
  },
  'x402-price': {
    accepts: (text) => readPrices(text) !== undefined,
    expectation: 'a price above 0 like 0.001, then those of endpoints like 0.001,pulse.leaderboard=0.002',
  },
  'by-tier': {
    accepts: (text) => numbersByTier(text) !== undefined,
    expectation: `numbers with their tiers, like ${tiers.map((tier, i) => `${tier}=${(i + 1) * 10}`).join(',')}, each tier at most once`,
  },
  now: {
    accepts: (text) => text === dataEnd || instantMs(text) !== undefined,
    expectation: `an instant like 2026-05-01T12:00:00Z, a date like 2026-05-01, or ${dataEnd}`,
  },
};

function accepts(setting: Setting, text: string): boolean {
  if (setting.choices !== undefined) return setting.choices.includes(text);
  if (setting.pattern !== undefined) return new RegExp(setting.pattern).test(text);
  if (setting.kind !== 'integer') return formats[setting.format!]!.accepts(text);
  return /^\d{1,15}$/.test(text) && Number(text) >= setting.minimum! && Number(text) <= setting.maximum!;
}

export function expectation(setting: Setting): string {
  if (setting.choices !== undefined) return `one of ${setting.choices.join(', ')}`;
  if (setting.kind === 'integer') return `an integer from ${setting.minimum} to ${setting.maximum}`;
  if (setting.pattern !== undefined) return `a text matching ${setting.pattern}`;
  return formats[setting.format!]!.expectation;
}

function urlOf(text: string, protocols: string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

function redactedUrl(text: string): string {
  return splitServers(text).map(redactedAddress).join(',');
}

function redactedAddress(text: string): string {
  return text
    .replace(/(:\/\/[^\s/:@]*):.*@/, '$1:***@')
    .replace(/([?&][^=&]*(?:password|token|secret|key)[^=&]*=)[^&]*/gi, '$1***');
}
