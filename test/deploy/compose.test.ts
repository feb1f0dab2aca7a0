/** The compose file and the image as far as they can be checked without Docker. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type TProperties, Type } from 'typebox';
import { Value } from 'typebox/value';
import { deployText, deployYaml, type Yaml } from './deploy-tree.ts';

const root = join(import.meta.dirname, '../..');
const [compose] = deployYaml('compose.yaml');
const services = Object.entries<Yaml>(compose.services);

// The fields of the Compose Specification that the file uses, closed.
const closed = <P extends TProperties>(fields: P) => Type.Object(fields, { additionalProperties: false });
const texts = Type.Record(Type.String(), Type.String());
const duration = Type.String({ pattern: '^[0-9]+(s|m)$' });
const resource = closed({
  cpus: Type.Optional(Type.String()),
  memory: Type.String({ pattern: '^[0-9]+[MG]$' }),
});
const serviceSchema = closed({
  image: Type.String({ pattern: '^[a-z0-9./-]+(:[\\w.-]+)?$' }),
  build: Type.Optional(closed({ context: Type.String(), dockerfile: Type.String() })),
  command: Type.Optional(Type.Array(Type.String())),
  environment: Type.Optional(texts),
  restart: Type.Literal('unless-stopped'),
  stop_grace_period: Type.Optional(duration),
  profiles: Type.Optional(Type.Array(Type.String())),
  ports: Type.Optional(Type.Array(Type.String({ pattern: '^(127\\.0\\.0\\.1:)?\\d+:\\d+$' }))),
  volumes: Type.Optional(Type.Array(Type.String({ pattern: '^[./a-z0-9-]+[\\w./-]*:/[^:]+(:ro)?$' }))),
  configs: Type.Optional(Type.Array(closed({ source: Type.String(), target: Type.String() }))),
  networks: closed({ inside: closed({ aliases: Type.Optional(Type.Array(Type.String())) }) }),
  depends_on: Type.Optional(
    Type.Union([
      Type.Array(Type.String()),
      Type.Record(Type.String(), closed({ condition: Type.Literal('service_healthy') })),
    ]),
  ),
  healthcheck: Type.Optional(
    closed({
      test: Type.Array(Type.String()),
      interval: duration,
      timeout: duration,
      retries: Type.Integer(),
    }),
  ),
  ulimits: Type.Optional(closed({ nofile: closed({ soft: Type.Integer(), hard: Type.Integer() }) })),
  deploy: Type.Optional(
    closed({
      resources: closed({ limits: resource, reservations: Type.Optional(closed({ memory: Type.String() })) }),
    }),
  ),
});

test('each service has the fields of a service and no other', () => {
  for (const [name, service] of services) {
    const faults = [...Value.Errors(serviceSchema, service)].map(
      (fault) => `${fault.instancePath} ${fault.message}`,
    );
    assert.deepEqual(faults, [], name);
  }
  const known = ['name', 'services', 'configs', 'networks', 'volumes'];
  for (const key of Object.keys(compose)) assert.ok(known.includes(key) || key.startsWith('x-'), key);
});

test('services, volumes, files and variables that are named are there', () => {
  const named = new Set<string>();
  for (const [name, { depends_on = [], volumes = [], healthcheck }] of services) {
    const waits = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const other of waits) {
      assert.ok(other in compose.services, `${name}: ${other}`);
      if (!Array.isArray(depends_on))
        assert.ok(compose.services[other].healthcheck, `${other} has no health check`);
    }
    for (const volume of volumes) {
      const [from] = volume.split(':');
      if (from.startsWith('.')) assert.ok(existsSync(join(root, 'deploy', from)), `${name}: ${from}`);
      else named.add(from);
    }
    assert.ok(healthcheck === undefined || healthcheck.test[0] === 'CMD', name);
  }
  assert.deepEqual([...named].sort(), Object.keys(compose.volumes).sort());
  const variables = new Set([...deployText('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
  const offered = [...deployText('env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!);
  assert.deepEqual([...variables].sort(), offered.sort());
});

test('the front is the way in, and asks the processes of the API', () => {
  const caddy = deployText('Caddyfile');
  const apis = services.filter(([name]) => name.startsWith('api-')).map(([name]) => `${name}:8080`);
  assert.ok(apis.length >= 2);
  assert.match(caddy, new RegExp(`reverse_proxy \\{\\$UPSTREAMS:${apis.join(' ')}\\} `));
  const { ports } = compose.services.front;
  assert.deepEqual(ports, ['80:80', '443:443'], 'nothing is reached without TLS');
});

test('the image runs the program as an ordinary user, on files that are there', () => {
  const lines = deployText('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const instructions = lines.filter((line) => /^[A-Z]+ /.test(line)).map((line) => line.split(/\s+/)[0]);
  for (const instruction of instructions)
    assert.match(
      instruction!,
      /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD|ENTRYPOINT)$/,
    );
  const last = (name: string) => lines.findLast((line) => line.startsWith(`${name} `))!;
  assert.match(last('USER'), /^USER [1-9]\d+:[1-9]\d+$/);
  assert.equal(last('ENTRYPOINT'), 'ENTRYPOINT ["/opt/tidemark/tidemark"]');
  assert.ok(existsSync(join(root, 'tidemark')));
  const { engines, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.ok(engines.node && scripts.prepack, 'what the package holds is built');
  assert.ok(!scripts.prepare && !scripts.postinstall, 'npm ci installs only');
  const bases = lines.filter((text) => text.startsWith('FROM '));
  assert.deepEqual(
    bases,
    ['FROM node:24-trixie-slim AS build', 'FROM debian:trixie-slim'],
    'npm to build, on glibc',
  );
  // The last stage has the Node of the lockfile, and the files that the program reads, alone.
  const runtime = lines.slice(lines.lastIndexOf(bases.at(-1)!));
  const copied = runtime.flatMap((line) => line.match(/(?<= \/tidemark\/)\S+/g) ?? []);
  for (const path of copied)
    assert.ok(existsSync(join(root, path)) || ['portal/dist', 'dist'].includes(path), path);
  for (const path of ['tidemark', 'scripts/run.sh', 'dist', 'src', 'docs', 'node_modules'])
    assert.ok(copied.includes(path), path);
  for (const path of ['test', 'bench', 'clients', 'portal', 'scripts', '.'])
    assert.ok(!copied.includes(path), path);
  const check = lines.findIndex((line) => line.startsWith('HEALTHCHECK'));
  assert.match(lines[check]!, /127\.0\.0\.1:8080\/health/);
  const user = compose.services['api-1'];
  assert.ok(existsSync(join(root, 'deploy', user.build.context, user.build.dockerfile)));
});
