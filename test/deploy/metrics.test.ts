/** The dashboard and the alerts ask for metrics that the program serves, by labels that these have. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createUnlimitedLimiter } from '../../src/access/unlimited-limiter.ts';
import type { ChangeFeed } from '../../src/changes/change-feed.ts';
import { loadConfig } from '../../src/config/config.ts';
import { sourcesOf } from '../../src/endpoints/sources.ts';
import type { HttpServer } from '../../src/http/server/server.ts';
import { emptyState } from '../../src/ingest/node/follow.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createMarketMemory } from '../../src/market/market-memory.ts';
import { createStreamHub } from '../../src/streams/hub.ts';
import { streamLimitsOf } from '../../src/streams/stream-limits.ts';
import { drift } from '../../src/wire/drift.ts';
import { connectorState, feedStatus } from '../connector-state.ts';
import { startToys, toys } from '../contract/toys.ts';
import { freshDrift } from '../fresh-drift.ts';
import { answering, emptyAccounts } from '../node-info-state.ts';
import { deployText, deployYaml, type Yaml } from './deploy-tree.ts';

/** Of a server with all that may be among its metrics: each name with the labels of its samples. */
const served = new Map<string, Set<string>>();
let server: HttpServer;

before(async () => {
  const address = 'http://clickhouse:8123';
  const figures = {
    fills: 1,
    quarantined: 1,
    newestFillAgeMs: 1,
    boardsAgeMs: 1,
    freeDiskBytes: 1,
    storeFaults: 0,
    auditDifferences: 0,
    servers: [{ address, state: 'used' as const }],
    views: [{ name: 'coins', ageMs: 1, maxAgeMs: 2_000 }],
    gaps: [{ feed: 'node_fills', state: 'open' as const, gaps: 1, blocks: 1 }],
  };
  const started = await startToys(toys, {
    live: {
      state: () =>
        connectorState([feedStatus('trades', { lagMs: 1 })], {
          unusable: [{ feed: 'trades', unusable: 1, dropped: 1 }],
        }),
      node: () => emptyState,
      nodeInfo: () => ({ server: answering, accounts: emptyAccounts }),
    },
    alerts: {
      attempts: { failed: 1 },
      figures: async () => ({ rules: { active: 1, paused: 0, off: 0 }, waiting: 1, oldestMs: 1 }),
    },
    sources: sourcesOf({
      market: { ...createMarketMemory({ clock: systemClock }), hasSource: true } as never,
    }),
    streams: { hub: idleHub(), limits: streamLimitsOf(loadConfig({}, {})) },
    folds: { state: () => ({ lagMs: 1, fills: 1, rows: 1, busyMs: 1, failures: 1 }) },
    store: { version: '1', read: async () => figures },
    requestLog: { record: () => undefined, counts: { stored: 1, dropped: 1 } },
    limiter: {
      ...createUnlimitedLimiter({ clock: systemClock }),
      shared: { up: () => true, timesAway: () => 0 },
    },
  });
  server = started.server;
  freshDrift();
  drift.count('toy', 'field', 1);
  drift.countValue('toy', 'field', 'new', {});
  await started.get('/api/public/v1/toy/none');
  const text = await (await fetch(`${started.url}/metrics`)).text();
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const [, name, labels = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? /.exec(line)!;
    const known = served.get(name!) ?? new Set();
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!);
    served.set(name!, known);
  }
  // What Prometheus adds.
  for (const labels of served.values()) for (const label of ['job', 'instance']) labels.add(label);
  served.set('up', new Set(['job', 'instance']));
});
after(() => server?.close(0));

/** Streams over a store in which nothing happens. */
function idleHub() {
  const feed = { last: () => undefined, newer: () => new Promise<undefined>(() => undefined) };
  return createStreamHub({
    feed: feed as unknown as ChangeFeed,
    store: { rows: async () => [] },
    clock: systemClock,
    cohorts: async () => () => undefined,
    onError: assert.ifError,
  });
}

const functions = new Set(
  'sum min max absent rate increase delta topk histogram_quantile by without and or unless on ignoring'.split(
    ' ',
  ),
);

/** Metrics of a PromQL expression with the labels of their selectors, and its grouping labels. */
function namesIn(expression: string) {
  const groupedBy = [...expression.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, labels]) =>
    labels!.split(',').map((label) => label.trim()),
  );
  const bare = expression.replaceAll(/\b(?:by|without)\s*\([^)]*\)/g, ' ').replaceAll(/\[[^\]]*\]/g, ' ');
  const metrics = [...bare.matchAll(/([a-zA-Z_:][\w:]*)\s*(?:\{([^}]*)\})?/g)].filter(
    ([, name]) => !functions.has(name!),
  );
  return {
    groupedBy,
    metrics: metrics.map(([, name, matchers = '']) => ({
      name: name!,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label!),
    })),
  };
}

function assertServed(where: string, expression: string): void {
  const { metrics, groupedBy } = namesIn(expression);
  assert.ok(metrics.length > 0, `${where}: names no metric`);
  for (const { name, labels } of metrics) {
    const known = served.get(name);
    assert.ok(known !== undefined, `${where}: /metrics has no ${name}`);
    for (const label of [...labels, ...groupedBy])
      assert.ok(known.has(label), `${where}: ${name} has no label ${label}, but ${[...known].join(', ')}`);
  }
  const opened = [...expression].reduce(
    (depth, sign) => depth + Number(sign === '(') - Number(sign === ')'),
    0,
  );
  assert.equal(opened, 0, `${where}: parentheses of ${expression}`);
}

test('each expression of the dashboard, and each label of its legends', () => {
  const { panels, templating } = JSON.parse(deployText('grafana/tidemark.json'));
  assert.deepEqual(
    templating.list.map(({ name }: Yaml) => name),
    ['datasource'],
  );
  const ids = panels.map(({ id }: Yaml) => id);
  assert.equal(new Set(ids).size, ids.length);
  const charts = panels.filter(({ type }: Yaml) => type === 'timeseries');
  assert.ok(charts.length >= 20);
  for (const { title, targets, gridPos } of charts) {
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (const { expr, legendFormat } of targets) {
      assertServed(title, expr);
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
        const { metrics, groupedBy } = namesIn(expr);
        const isSummed = /\b(sum|min|max)\b/.test(expr);
        assert.ok(
          isSummed ? groupedBy.includes(label) : served.get(metrics[0]!.name)!.has(label),
          `${title}: ${label}`,
        );
      }
    }
  }
});

test('each alert: its expression, its labels, how bad it is, and a summary', () => {
  const [{ groups }] = deployYaml('prometheus/alerts.yaml');
  const rules: Yaml[] = groups.flatMap((group: Yaml) => group.rules);
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
  for (const { alert, expr, labels, annotations, for: lasting, ...more } of rules) {
    assert.deepEqual(more, {}, alert);
    assertServed(alert, expr);
    assert.ok(['page', 'ticket'].includes(labels.severity), alert);
    assert.ok(lasting === undefined || /^\d+[smh]$/.test(lasting), alert);
    for (const [, label] of annotations.summary.matchAll(/\$labels\.(\w+)/g)) {
      const { metrics, groupedBy } = namesIn(expr);
      const isSummed = /\b(sum|min|max)\b/.test(expr);
      assert.ok(
        isSummed ? groupedBy.includes(label) : served.get(metrics[0]!.name)!.has(label),
        `${alert}: ${label}`,
      );
    }
  }
});

test('Prometheus asks each process of compose at its admin port', () => {
  const [{ scrape_configs: jobs, rule_files: rules }] = deployYaml('prometheus/prometheus.yaml');
  const [compose] = deployYaml('compose.yaml');
  const ours = Object.entries<Yaml>(compose.services).filter(([, { image }]) => image === 'tidemark');
  const expected = ours.map(([name, { environment }]) => `${name}:${environment.TIDEMARK_ADMIN_PORT}`);
  assert.deepEqual(jobs[0].static_configs[0].targets, expected);
  const mounts: string[] = compose.services.prometheus.volumes;
  for (const path of [...rules, compose.services.prometheus.command[0].split('=')[1]])
    assert.ok(
      mounts.some((mount) => mount.endsWith(`:${path}:ro`)),
      path,
    );
  const token = compose.services.prometheus.configs[0];
  assert.equal(token.target, jobs[0].authorization.credentials_file);
  assert.equal(compose.configs[token.source].environment, 'TIDEMARK_ADMIN_TOKEN');
});
