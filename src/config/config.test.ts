import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { defaultCutOffs } from '../domain/cohort-cut-offs.ts';
import { type ConfigError, type ConfigFlags, loadConfig, localAddress, redactedConfig } from './config.ts';

function faultsOf(env: Record<string, string>, flags: ConfigFlags = {}): string[] {
  try {
    loadConfig(flags, env);
  } catch (fault) {
    return (fault as ConfigError).message.split('\n');
  }
  return [];
}

test('without any setting the embedded stores in ./data serve on port 8080 of this machine', () => {
  assert.deepEqual(loadConfig({}, { PATH: '/bin', TIDEMARK_PORT: '' }), {
    dataDir: resolve('data'),
    host: '127.0.0.1',
    port: 8080,
    clickhouseDatabase: 'tidemark',
    clickhouseReplicated: 0,
    coldDays: 0,
    source: 'none',
    exchangeUrl: 'https://api.hyperliquid.xyz',
    exchangeWs: 'wss://api.hyperliquid.xyz/ws',
    exchangeWeight: 1_200,
    liveWallets: 50_000,
    liveDays: 0,
    logLevel: 'info',
    guestRatePerMinute: 6_000,
    signup: 'open',
    oidcName: 'single sign-on',
    limits: 'enforce',
    adminHost: '127.0.0.1',
    streamConnections: 'free=1,starter=1,pro=5,enterprise=50',
    streamSubscriptions: 'free=2,starter=25,pro=100,enterprise=1000',
    alertRules: 'free=1,starter=5,pro=50,enterprise=1000',
    alertAddresses: 'public',
    billingGraceDays: 7,
    x402Price: '0.001',
    importBatchFills: 200_000,
    requestLogDays: 90,
    maxConnections: 10_000,
    maxLoopDelayMs: 250,
    nodeCommitMs: 0,
    queryDeadlineMs: 10_000,
    cutOffs: defaultCutOffs,
  });
});

test('a flag overrides its variable', () => {
  const env = { TIDEMARK_PORT: '9000', TIDEMARK_DATA: '/a', TIDEMARK_NOW: '2026-05-01' };
  const config = loadConfig({ port: '9001', data: '/b', now: '2026-05-01T02:00:00.5+02:00' }, env);
  assert.equal(config.port, 9001);
  assert.equal(config.dataDir, '/b');
  assert.equal(config.nowMs, Date.UTC(2026, 4, 1, 0, 0, 0, 500));
  assert.equal(loadConfig({}, env).nowMs, Date.UTC(2026, 4, 1));
});

test('a live source goes with the clock, and a simulated one stays in a data directory', () => {
  const given = {
    source: 'hyperliquid',
    exchangeUrl: 'http://127.0.0.1:1',
    exchangeWs: 'ws://127.0.0.1:1/ws',
  };
  const { source, exchangeUrl, exchangeWs } = loadConfig(given, { TIDEMARK_SOURCE: 'simulated' });
  assert.deepEqual({ source, exchangeUrl, exchangeWs }, given);
  assert.deepEqual(faultsOf({ TIDEMARK_SOURCE: 'simulated', TIDEMARK_NOW: '2026-05-01' }), [
    'TIDEMARK_SOURCE: must be none where TIDEMARK_NOW is set: simulated needs the clock',
  ]);
  const servers = {
    TIDEMARK_CLICKHOUSE_URL: 'http://ch:8123',
    TIDEMARK_POSTGRES_URL: 'postgres://pg/tidemark',
  };
  assert.match(
    faultsOf({ ...servers, TIDEMARK_SOURCE: 'simulated' })[0]!,
    /must not be simulated on servers/,
  );
  assert.deepEqual(loadConfig({}, { ...servers, TIDEMARK_SOURCE: 'hyperliquid' }).source, 'hyperliquid');
  assert.match(faultsOf({ TIDEMARK_SOURCE: 'node' })[0]!, /^TIDEMARK_NODE_DIR: must be set where/);
  assert.match(
    faultsOf({ TIDEMARK_NODE_DIR: '/hl/data' })[0]!,
    /^TIDEMARK_SOURCE: must be node or hyperliquid/,
  );
  assert.equal(loadConfig({ source: 'node', nodeDir: '/hl/data/' }, {}).nodeDir, '/hl/data');
  assert.deepEqual(faultsOf({ TIDEMARK_EXCHANGE_WS: 'https://x', TIDEMARK_SOURCE: 'live' }), [
    'TIDEMARK_SOURCE: must be one of none, hyperliquid, node, simulated, not "live"',
    'TIDEMARK_EXCHANGE_WS: must be an address like wss://host:port/ws, not "https://x"',
  ]);
  assert.deepEqual(faultsOf({}, { exchangeUrl: 'https://x/info', exchangeWeight: '119' }), [
    '--exchange-url: must be an address like https://host:port, without /info, not "https://x/info"',
    '--exchange-weight: must be an integer from 120 to 1000000, not "119"',
  ]);
});

test("a node's info server is an address, of a source that has something to ask it", () => {
  const infoOf = (nodeInfo: string) =>
    loadConfig({ source: 'node', nodeDir: '/hl/data', nodeInfo }, {}).nodeInfo;
  assert.equal(infoOf('http://127.0.0.1:3001'), 'http://127.0.0.1:3001/info');
  assert.equal(infoOf('http://127.0.0.1:3001/info/'), 'http://127.0.0.1:3001/info');
  assert.equal(infoOf('https://node.example/hl'), 'https://node.example/hl');
  for (const wrong of ['127.0.0.1:3001', 'ftp://node/info', 'http://a:b@node/info', 'http://node/info?x=1']) {
    assert.match(
      faultsOf({ TIDEMARK_SOURCE: 'hyperliquid', TIDEMARK_NODE_INFO: wrong })[0]!,
      /^TIDEMARK_NODE_INFO: must be an address like http:\/\/127\.0\.0\.1:3001\/info, that of a node's info server/,
    );
  }
  assert.match(
    faultsOf({ TIDEMARK_NODE_INFO: 'http://127.0.0.1:3001/info' })[0]!,
    /^TIDEMARK_SOURCE: must be node or hyperliquid where TIDEMARK_NODE_INFO is set, not none/,
  );
});

test('all faults are reported at once, by the name it was given under, with what would be right', () => {
  const faults = faultsOf(
    {
      TIDEMARK_HOST: 'http://here',
      TIDEMARK_NOW: '2026-02-30',
      TIDEMARK_LOG_LEVEL: 'loud',
      TIDEMARK_BASE_URL: 'ftp://x',
      TIDEMARK_PROT: '1',
      TIDEMARK_QUERY_DEADLINE_MS: '1e3',
      TIDEMARK_TRUSTED_PROXIES: '10.0.0.0/33',
    },
    { port: '65536' },
  );
  assert.deepEqual(faults, [
    'TIDEMARK_PROT: is not a setting; did you mean TIDEMARK_PORT?',
    'TIDEMARK_HOST: must be a host name or an IP address, not "http://here"',
    '--port: must be an integer from 0 to 65535, not "65536"',
    'TIDEMARK_BASE_URL: must be an address like https://host:port, not "ftp://x"',
    'TIDEMARK_NOW: must be an instant like 2026-05-01T12:00:00Z, a date like 2026-05-01, or data-end, not "2026-02-30"',
    'TIDEMARK_LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
    'TIDEMARK_TRUSTED_PROXIES: must be addresses or CIDR blocks between commas, like 10.0.0.0/8, fd00::/8, not "10.0.0.0/33"',
    'TIDEMARK_QUERY_DEADLINE_MS: must be an integer from 100 to 600000, not "1e3"',
  ]);
});

test('a setting of an earlier version is refused with what holds without it', () => {
  assert.deepEqual(faultsOf({ TIDEMARK_STREAM_MAX_CONNECTIONS: '4', TIDEMARK_BILLING: 'stripe' }), [
    'TIDEMARK_STREAM_MAX_CONNECTIONS: is no longer a setting: half of TIDEMARK_MAX_CONNECTIONS may be streams',
    'TIDEMARK_BILLING: is no longer a setting: Stripe is used if TIDEMARK_STRIPE_WEBHOOK_SECRET is set',
  ]);
});

test('ClickHouse and Postgres servers are set together or not at all', () => {
  const clickhouse = { TIDEMARK_CLICKHOUSE_URL: 'http://ch:8123' };
  const postgres = { TIDEMARK_POSTGRES_URL: 'postgres://pg/tidemark' };
  assert.match(
    faultsOf(clickhouse)[0]!,
    /^TIDEMARK_POSTGRES_URL: must be set together with TIDEMARK_CLICKHOUSE_URL/,
  );
  assert.match(
    faultsOf(postgres)[0]!,
    /^TIDEMARK_CLICKHOUSE_URL: must be set together with TIDEMARK_POSTGRES_URL/,
  );
  assert.equal(loadConfig({}, { ...clickhouse, ...postgres }).postgresUrl, 'postgres://pg/tidemark');
});

test('of several ClickHouse servers the one that is wrong is named, and no password of any', () => {
  const postgres = { TIDEMARK_POSTGRES_URL: 'postgres://pg/tidemark' };
  const list = 'http://u:s3cret@a:8123,http://u:s3cret@b:8123';
  const config = loadConfig({}, { ...postgres, TIDEMARK_CLICKHOUSE_URL: list });
  assert.equal(config.clickhouseUrl, list);
  assert.equal(redactedConfig(config).clickhouseUrl, 'http://u:***@a:8123,http://u:***@b:8123');
  const faultOf = (url: string) => faultsOf({ ...postgres, TIDEMARK_CLICKHOUSE_URL: url })[0]!;
  assert.equal(
    faultOf('http://u:s3cret@a:8123,tcp://u:s3cret@b:9000'),
    'TIDEMARK_CLICKHOUSE_URL: must be an address like https://host:port, or several between commas, without path or options, ' +
      'not "http://u:***@a:8123,tcp://u:***@b:9000": "tcp://u:***@b:9000" is not an address like https://host:port, or several between commas, without path or options',
  );
  assert.match(faultOf('http://a:8123,http://a:8123'), /: "http:\/\/a:8123" is repeated$/);
});

test('a cluster has addresses, and replicas belong to one', () => {
  const servers = {
    TIDEMARK_CLICKHOUSE_URL: 'http://a:8123',
    TIDEMARK_POSTGRES_URL: 'postgres://pg/tidemark',
  };
  const ofCluster = { TIDEMARK_CLICKHOUSE_CLUSTER: 'tide' };
  assert.deepEqual(faultsOf(ofCluster), [
    'TIDEMARK_CLICKHOUSE_URL: must be set where TIDEMARK_CLICKHOUSE_CLUSTER is',
  ]);
  assert.deepEqual(faultsOf({ ...servers, TIDEMARK_CLICKHOUSE_REPLICATED: '1' }), [
    'TIDEMARK_CLICKHOUSE_CLUSTER: must be set where TIDEMARK_CLICKHOUSE_REPLICATED is 1',
  ]);
  const long = { TIDEMARK_CLICKHOUSE_DATABASE: 'd'.repeat(58) };
  assert.deepEqual(faultsOf({ ...servers, ...ofCluster, ...long }), [
    'TIDEMARK_CLICKHOUSE_DATABASE: must have at most 57 characters on a cluster',
  ]);
  const config = loadConfig({}, { ...servers, ...ofCluster, TIDEMARK_CLICKHOUSE_REPLICATED: '1' });
  assert.deepEqual([config.clickhouseCluster, config.clickhouseReplicated], ['tide', 1]);
});

test('cold storage is a matter of servers', () => {
  assert.deepEqual(faultsOf({ TIDEMARK_COLD_DAYS: '90' }), [
    'TIDEMARK_CLICKHOUSE_URL: must be set where TIDEMARK_COLD_DAYS is: the embedded store has no second volume',
  ]);
});

test('billing by Stripe needs its secret and its prices, and prints neither secret nor a mistyped one', () => {
  assert.deepEqual(faultsOf({ TIDEMARK_STRIPE_SECRET_KEY: 'sk_test_1' }), [
    'TIDEMARK_STRIPE_WEBHOOK_SECRET: must be set together with TIDEMARK_STRIPE_SECRET_KEY',
    'TIDEMARK_STRIPE_PRICES: must be set together with TIDEMARK_STRIPE_SECRET_KEY',
  ]);
  const secret = { TIDEMARK_STRIPE_WEBHOOK_SECRET: 'whsec_s3cret' };
  const config = loadConfig({}, { ...secret, TIDEMARK_STRIPE_PRICES: 'price_1=pro, price_2=starter' });
  assert.equal(redactedConfig(config).stripeWebhookSecret, '***');
  assert.deepEqual(faultsOf({ TIDEMARK_STRIPE_WEBHOOK_SECRET: 's3cret' }), [
    'TIDEMARK_STRIPE_WEBHOOK_SECRET: must be the signing secret whsec_… of the endpoint',
  ]);
  for (const prices of ['price_1=gold', 'price_1=free', 'price_1', 'price_1=pro,price_1=starter']) {
    const env = { ...secret, TIDEMARK_STRIPE_PRICES: prices };
    assert.match(faultsOf(env)[0]!, /^TIDEMARK_STRIPE_PRICES: must be/);
  }
});

test('calls are sold where all of whom, where and by whom is set, at prices that are prices', () => {
  const payTo = { TIDEMARK_X402_PAY_TO: `0x${'ab'.repeat(20)}` };
  assert.deepEqual(faultsOf(payTo), [
    'TIDEMARK_X402_NETWORK: must be set together with TIDEMARK_X402_PAY_TO',
    'TIDEMARK_X402_FACILITATOR_URL: must be set together with TIDEMARK_X402_PAY_TO',
  ]);
  const all = {
    ...payTo,
    TIDEMARK_X402_NETWORK: 'eip155:8453',
    TIDEMARK_X402_FACILITATOR_URL: 'http://127.0.0.1:1',
    TIDEMARK_X402_ASSET: `0x${'cd'.repeat(20)},USD Coin,2,6`,
    TIDEMARK_X402_PRICE: '0.001, pulse.leaderboard=0.002, live.risk-coin=1',
  };
  assert.equal(loadConfig({}, all).x402Network, 'eip155:8453');
  for (const [name, wrong] of [
    ['PAY_TO', '0x12'],
    ['NETWORK', 'base'],
    ['ASSET', '0x12,USD Coin,2,6'],
    ['PRICE', '0.000'],
    ['PRICE', '1e-3'],
    ['PRICE', '1,pulse.leaderboard=0'],
    ['PRICE', '1,a=1,a=2'],
  ]) {
    assert.match(faultsOf({ ...all, [`TIDEMARK_X402_${name}`]: wrong! })[0]!, /^TIDEMARK_X402_\w+: must be/);
  }
});

test('passwords appear neither in the printed configuration nor in a fault', () => {
  const config = loadConfig(
    {},
    {
      TIDEMARK_CLICKHOUSE_URL: 'http://user:s3cret@ch:8123',
      TIDEMARK_POSTGRES_URL: 'postgres://user:s3cret@pg/tidemark?sslpassword=s3cret',
      TIDEMARK_REDIS_URL: 'rediss://:s3cret@redis:6380/1',
    },
  );
  const printed = redactedConfig(config);
  assert.equal(printed.clickhouseUrl, 'http://user:***@ch:8123');
  assert.equal(printed.redisUrl, 'rediss://:***@redis:6380/1');
  assert.doesNotMatch(JSON.stringify(printed), /s3cret/);
  assert.doesNotMatch(faultsOf({ TIDEMARK_BASE_URL: 'ftp://user:s3c/r@et@x' }).join(), /s3c/);
  const [fault] = faultsOf({ TIDEMARK_REDIS_URL: 'redes://:s3cret@redis' });
  assert.match(fault!, /^TIDEMARK_REDIS_URL: must be an address like redis:/);
  assert.doesNotMatch(fault!, /s3cret/);
});

test('the admin surface needs a token and a port of its own, and the token is never shown', () => {
  const token = 's3cret-'.repeat(6);
  const port = { TIDEMARK_ADMIN_PORT: '9000' };
  assert.deepEqual(faultsOf(port), [
    'TIDEMARK_ADMIN_TOKEN: must be set together with TIDEMARK_ADMIN_PORT: 32 to 256 printable ASCII characters without a space',
  ]);
  assert.deepEqual(faultsOf({ ...port, TIDEMARK_ADMIN_TOKEN: 's3cret' }), [
    'TIDEMARK_ADMIN_TOKEN: must be 32 to 256 printable ASCII characters without a space',
  ]);
  assert.deepEqual(faultsOf({ ...port, TIDEMARK_ADMIN_TOKEN: token }, { port: '9000' }), [
    'TIDEMARK_ADMIN_PORT: must be another port than that of the API (TIDEMARK_PORT)',
  ]);
  const url = { TIDEMARK_ADMIN_URL: 'http://127.0.0.1:8081' };
  assert.deepEqual(faultsOf(url), [
    'TIDEMARK_ADMIN_TOKEN: must be set together with TIDEMARK_ADMIN_URL: 32 to 256 printable ASCII characters without a space',
  ]);
  for (const wrong of [
    '127.0.0.1:8081',
    'ftp://host',
    'http://user:secret@host',
    'http://host/?token=secret',
  ]) {
    const [fault, ...more] = faultsOf({ TIDEMARK_ADMIN_URL: wrong, TIDEMARK_ADMIN_TOKEN: token });
    assert.match(
      fault!,
      /^TIDEMARK_ADMIN_URL: must be an address like http:.* without user, query or fragment/,
    );
    assert.deepEqual(more, []);
    assert.doesNotMatch(fault!, /secret/);
  }
  const remote = { ...url, TIDEMARK_ADMIN_TOKEN: token };
  assert.equal(loadConfig({}, remote).adminUrl, 'http://127.0.0.1:8081');
  assert.equal(loadConfig({ data: 'here' }, remote).adminUrl, undefined, 'a directory named outweighs it');
  const config = loadConfig({}, { ...port, TIDEMARK_ADMIN_TOKEN: token });
  assert.deepEqual([config.adminHost, config.adminPort, config.adminToken], ['127.0.0.1', 9000, token]);
  assert.doesNotMatch(JSON.stringify(redactedConfig(config)), /s3cret/);
});

test('the file of cut-offs is read with the rest, and its faults are named with theirs', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-config-'));
  try {
    const file = join(dir, 'cohorts.json');
    writeFileSync(file, '{"pnl": {"grinder": 20000}}');
    assert.equal(loadConfig({}, { TIDEMARK_COHORTS: file }).cutOffs.pnl[2], 20_000);
    assert.equal(loadConfig({}, {}).cutOffs.pnl[2], 10_000);
    writeFileSync(file, '{"pnl": {"grinder": 200000}}');
    assert.deepEqual(faultsOf({ TIDEMARK_COHORTS: file, TIDEMARK_PORT: 'x' }).length, 2);
    assert.deepEqual(faultsOf({ TIDEMARK_COHORTS: file }), [
      'TIDEMARK_COHORTS pnl.grinder: must be below that of smart_money',
    ]);
    const [missing] = faultsOf({ TIDEMARK_COHORTS: join(dir, 'none.json') });
    assert.match(missing!, /^TIDEMARK_COHORTS: must be a readable JSON file/);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('an address is one a caller on this machine can use', () => {
  assert.equal(localAddress('0.0.0.0', 80), 'http://localhost:80');
  assert.equal(localAddress('::1', 80), 'http://[::1]:80');
  assert.equal(localAddress('127.0.0.1', 80), 'http://127.0.0.1:80');
});
