import { type Static, Type } from 'typebox';
import { logLevels } from '../kernel/log.ts';
import { billingSettings } from './billing.ts';
import { clusterSettings } from './cluster.ts';
import { cohortSettings } from './cohorts.ts';
import { coldSettings } from './cold.ts';
import { portalSettings } from './portal.ts';
import { type Given, given } from './setting.ts';
import { sourceSettings } from './source.ts';
import { streamSettings } from './streams.ts';
import { x402Settings } from './x402.ts';

/** Names that the exchange does not publish. */
const nameSettings = {
  builderNames: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_BUILDER_NAMES',
        description: 'Names of builders, shown beside their addresses: `0x…=name,0x…=name`',
        defaultNote: 'addresses alone',
      }),
      format: 'builder-names',
    }),
  ),
};

/** Alerts (docs/guides/alerts.md). */
const alertSettings = {
  alertRules: Type.String({
    ...given({
      env: 'TIDEMARK_ALERT_RULES',
      description:
        'Alerts that one account may have, by tier, as TIER=NUMBER between commas; a tier that is left out has none',
    }),
    format: 'by-tier',
    default: 'free=1,starter=5,pro=50,enterprise=1000',
  }),
  alertAddresses: Type.Enum(['public', 'any'], {
    ...given({
      env: 'TIDEMARK_ALERT_ADDRESSES',
      description:
        'Allowed targets of alerts: public addresses on ports 443 and 80, or `any`, which lets every account with alerts reach the private network of this machine',
    }),
    default: 'public',
  }),
};

const agentSettings = {
  mcpUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_MCP_URL',
        flag: '--url',
        description: 'Service that `tidemark mcp` uses; needs TIDEMARK_API_KEY',
        defaultNote: 'the data directory',
      }),
      format: 'admin-url',
    }),
  ),
  apiKey: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_API_KEY',
        description: 'Key of `tidemark mcp` for that service',
        secret: true,
      }),
      format: 'api-key',
    }),
  ),
};

/**
 * Every setting of the program: name, bounds, default and meaning. The table of docs/settings.md, the
 * messages and {@link Settings} come from here; `format` is checked in config.ts.
 */
export const configSchema = Type.Object({
  dataDir: Type.String({
    ...given({
      env: 'TIDEMARK_DATA',
      flag: '--data',
      description: 'Data directory of the embedded stores; belongs to one process at a time',
    }),
    format: 'path',
    default: './data',
  }),
  host: Type.String({
    ...given({
      env: 'TIDEMARK_HOST',
      flag: '--host',
      description: 'Address `serve` listens on; `0.0.0.0` serves other machines too (put TLS in front)',
    }),
    format: 'host',
    default: '127.0.0.1',
  }),
  port: Type.Integer({
    ...given({
      env: 'TIDEMARK_PORT',
      flag: '--port',
      description: 'Port `serve` listens on; 0 takes any free one',
    }),
    minimum: 0,
    maximum: 65_535,
    default: 8080,
  }),
  baseUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_BASE_URL',
        description: 'Public address of the service, used in `$schema`, `Link` and error pages',
        defaultNote: 'host and port',
      }),
      format: 'http-url',
    }),
  ),
  clickhouseUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_CLICKHOUSE_URL',
        description:
          'ClickHouse server for the analytics instead of the embedded store, or several addresses, used in this order; needs TIDEMARK_POSTGRES_URL',
        defaultNote: 'embedded',
      }),
      format: 'clickhouse-urls',
    }),
  ),
  clickhouseDatabase: Type.String({
    ...given({ env: 'TIDEMARK_CLICKHOUSE_DATABASE', description: 'Database on the ClickHouse server' }),
    pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$',
    default: 'tidemark',
  }),
  ...clusterSettings,
  ...coldSettings,
  postgresUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_POSTGRES_URL',
        description:
          'Postgres server for accounts and keys instead of the embedded store; needs TIDEMARK_CLICKHOUSE_URL',
        defaultNote: 'embedded',
      }),
      format: 'postgres-url',
    }),
  ),
  redisUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_REDIS_URL',
        description: 'Redis server (7.0 or newer) that counts limits over all `serve` processes',
        defaultNote: 'each process counts by itself',
      }),
      format: 'redis-url',
    }),
  ),
  now: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_NOW',
        flag: '--now',
        description:
          'Answers as of this instant (RFC 3339, a date for 00:00 UTC, or `data-end`, the newest stored fill), to serve old data; nothing later shows',
        defaultNote: 'the clock',
      }),
      format: 'now',
    }),
  ),
  ...nameSettings,
  ...sourceSettings,
  logLevel: Type.Enum(logLevels, {
    ...given({ env: 'TIDEMARK_LOG_LEVEL', description: 'Least level of the JSON log on stderr' }),
    default: 'info',
  }),
  limits: Type.Enum(['off', 'enforce'], {
    ...given({
      env: 'TIDEMARK_LIMITS',
      description:
        'Whether the rates and quotas of the tiers are enforced; off for a private instance and for load tests',
    }),
    default: 'enforce',
  }),
  signupUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_SIGNUP_URL',
        description: 'Address to create a key',
        defaultNote: 'base URL + `/signup`',
      }),
      format: 'http-url',
    }),
  ),
  securityContact: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_SECURITY_CONTACT',
        description: 'Address for security reports, in `/.well-known/security.txt`',
        defaultNote: 'the list of errors',
      }),
      format: 'contact',
    }),
  ),
  upgradeUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_UPGRADE_URL',
        description: 'Address to upgrade the tier',
        defaultNote: 'base URL + `/upgrade`',
      }),
      format: 'http-url',
    }),
  ),
  adminPort: Type.Optional(
    Type.Integer({
      ...given({
        env: 'TIDEMARK_ADMIN_PORT',
        description: 'Port of the admin surface of `serve`; needs TIDEMARK_ADMIN_TOKEN; 0 takes any free one',
        defaultNote: 'no admin surface',
      }),
      minimum: 0,
      maximum: 65_535,
    }),
  ),
  adminHost: Type.String({
    ...given({
      env: 'TIDEMARK_ADMIN_HOST',
      description: 'Address the admin surface listens on; calls are not encrypted',
    }),
    format: 'host',
    default: '127.0.0.1',
  }),
  adminToken: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_ADMIN_TOKEN',
        description: 'Token of the admin surface, sent as `Authorization: Bearer`',
        secret: true,
      }),
      format: 'token',
    }),
  ),
  adminUrl: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_ADMIN_URL',
        description:
          'Admin surface that commands other than `serve` and `import` use; needs TIDEMARK_ADMIN_TOKEN; `--data` outweighs it',
        defaultNote: 'the data directory',
      }),
      format: 'admin-url',
    }),
  ),
  ...alertSettings,
  ...streamSettings,
  ...portalSettings,
  ...billingSettings,
  ...agentSettings,
  ...x402Settings,
  ...cohortSettings,
  importBatchFills: Type.Integer({
    ...given({
      env: 'TIDEMARK_IMPORT_BATCH_FILLS',
      description: 'Fills an import stores in one step; fewer take less memory and more time',
    }),
    minimum: 1,
    maximum: 1_000_000,
    default: 200_000,
  }),
  requestLogDays: Type.Integer({
    ...given({
      env: 'TIDEMARK_REQUEST_LOG_DAYS',
      description: 'Days the request log is kept; for a shared store the last started `serve` decides',
    }),
    minimum: 1,
    maximum: 3_650,
    default: 90,
  }),
  trustedProxies: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_TRUSTED_PROXIES',
        description:
          'Proxies in front, as addresses or CIDR blocks between commas; their X-Forwarded-For names the client',
        defaultNote: 'none',
      }),
      format: 'networks',
    }),
  ),
  maxConnections: Type.Integer({
    ...given({
      env: 'TIDEMARK_MAX_CONNECTIONS',
      description: 'Maximum open connections; half of them may be streams',
    }),
    minimum: 1,
    maximum: 1_000_000,
    default: 10_000,
  }),
  maxLoopDelayMs: Type.Integer({
    ...given({
      env: 'TIDEMARK_MAX_LOOP_DELAY_MS',
      description: 'Event-loop delay above which requests that need a query get 503',
    }),
    minimum: 10,
    maximum: 60_000,
    default: 250,
  }),
  maxMemoryMib: Type.Optional(
    Type.Integer({
      ...given({
        env: 'TIDEMARK_MAX_MEMORY_MIB',
        description: 'Memory of the process above which requests that need a query get 503',
        defaultNote: '90 % of the machine or container',
      }),
      minimum: 256,
      maximum: 16_777_216,
    }),
  ),
  queryDeadlineMs: Type.Integer({
    ...given({
      env: 'TIDEMARK_QUERY_DEADLINE_MS',
      description:
        'A request not answered within this time gets 504; requests under way get it to end when `serve` is asked to stop',
    }),
    minimum: 100,
    maximum: 600_000,
    default: 10_000,
  }),
});

/** The settings as given: checked, defaults filled in, nothing resolved yet. */
export type Settings = Static<typeof configSchema>;

export interface Setting extends Given {
  name: keyof Settings;
  kind: 'integer' | 'text' | 'choice';
  format?: string;
  pattern?: string;
  choices?: readonly string[];
  minimum?: number;
  maximum?: number;
  default?: string | number;
}

/** The settings in the order of the schema, which is the order of docs/settings.md. */
export const settings: readonly Setting[] = Object.entries(configSchema.properties).map(([name, schema]) => {
  const fields = schema as unknown as Given & { type?: string; enum?: string[]; default?: string | number };
  const kind = fields.type === 'integer' ? 'integer' : fields.enum === undefined ? 'text' : 'choice';
  return { ...fields, name: name as keyof Settings, kind, choices: fields.enum };
});
