/** The manifests as far as they can be checked without a cluster: their fields, and that what one names another has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { deployFiles, deployYaml, type Yaml } from './deploy-tree.ts';
import { kubernetesSchemas } from './kubernetes-schema.ts';

const [kustomization] = deployYaml('kustomization.yaml');
const files = deployFiles('kubernetes/*.yaml');
const objects: Yaml[] = files.flatMap(deployYaml);
const of = (...kinds: string[]) => objects.filter(({ kind }) => kinds.includes(kind));
const workloads = of('Deployment', 'StatefulSet');
const secret = of('Secret')[0];
const isIn = (labels: Yaml, wanted: Yaml) =>
  Object.entries(wanted).every(([key, value]) => labels[key] === value);
const podsOf = (wanted: Yaml) => workloads.filter(({ spec }) => isIn(spec.template.metadata.labels, wanted));

test('each object has the fields of its kind and no other, and stands there once', () => {
  for (const object of objects) {
    const schema = kubernetesSchemas[object.kind];
    const where = `${object.kind} ${object.metadata?.name}`;
    assert.ok(schema !== undefined, where);
    const faults = [...Value.Errors(schema, object)].map(
      ({ instancePath, message }) => `${instancePath} ${message}`,
    );
    assert.deepEqual(faults, [], where);
  }
  const named = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  assert.equal(new Set(named).size, named.length);
});

test('kustomize finds its files, and takes all of them but the example of the secret', () => {
  const expected = files.filter((file) => file !== 'kubernetes/secrets.example.yaml');
  assert.deepEqual([...kustomization.resources].sort(), expected);
  for (const { files: given } of kustomization.configMapGenerator)
    for (const file of given) assert.deepEqual(deployFiles(file), [file]);
  assert.equal(kustomization.namespace, of('Namespace')[0].metadata.name);
});

test('pods are what their selectors, services and budgets take them for; every port that is named is there', () => {
  for (const { metadata, spec } of workloads) {
    assert.ok(isIn(spec.template.metadata.labels, spec.selector.matchLabels), metadata.name);
    if (spec.serviceName !== undefined) {
      const service = of('Service').find((found) => found.metadata.name === spec.serviceName);
      assert.ok(
        service !== undefined && isIn(spec.template.metadata.labels, service.spec.selector),
        metadata.name,
      );
    }
    if (spec.replicas > 1) {
      const budgets = of('PodDisruptionBudget').filter((found) =>
        isIn(spec.template.metadata.labels, found.spec.selector.matchLabels),
      );
      assert.equal(budgets.length, 1, `budgets of ${metadata.name}`);
    }
  }
  for (const { metadata, spec } of of('Service')) {
    const pods = podsOf(spec.selector);
    assert.ok(pods.length > 0, metadata.name);
    for (const pod of pods) {
      const ports = pod.spec.template.spec.containers[0].ports.map((port: Yaml) => port.name);
      for (const { targetPort } of spec.ports)
        assert.ok(ports.includes(targetPort), `${metadata.name} ${targetPort}`);
    }
  }
  for (const { spec } of of('PodDisruptionBudget')) assert.equal(podsOf(spec.selector.matchLabels).length, 1);
  const [scaler] = of('HorizontalPodAutoscaler');
  const scaled = workloads.find(({ metadata }) => metadata.name === scaler.spec.scaleTargetRef.name);
  assert.equal(scaled.kind, scaler.spec.scaleTargetRef.kind);
  assert.ok(scaler.spec.minReplicas <= scaled.spec.replicas);
  for (const { http } of of('Ingress')[0].spec.rules)
    for (const { backend } of http.paths)
      assert.ok(of('Service').some(({ metadata }) => metadata.name === backend.service.name));
});

test('containers find their secrets, settings and volumes; each asks after itself at a port that it has', () => {
  const maps = new Set([
    ...of('ConfigMap').map(({ metadata }) => metadata.name),
    ...kustomization.configMapGenerator.map((made: Yaml) => made.name),
  ]);
  const used = new Set<string>();
  for (const { metadata, spec } of workloads) {
    const { containers, volumes = [] } = spec.template.spec;
    const kept = new Set(
      [...volumes, ...(spec.volumeClaimTemplates ?? []).map((claim: Yaml) => claim.metadata)].map(
        (volume: Yaml) => volume.name,
      ),
    );
    for (const { configMap } of volumes) assert.ok(configMap === undefined || maps.has(configMap.name));
    for (const container of containers) {
      for (const { name } of container.volumeMounts ?? [])
        assert.ok(kept.has(name), `${metadata.name}: volume ${name}`);
      for (const { configMapRef } of container.envFrom ?? []) assert.ok(maps.has(configMapRef.name));
      for (const { name, value, valueFrom } of container.env ?? []) {
        assert.ok((value === undefined) !== (valueFrom === undefined), `${metadata.name}: ${name}`);
        const { secretKeyRef } = valueFrom ?? {};
        if (secretKeyRef === undefined) continue;
        assert.equal(secretKeyRef.name, secret.metadata.name);
        assert.ok(secretKeyRef.key in secret.stringData, secretKeyRef.key);
        used.add(secretKeyRef.key);
      }
      const ports = container.ports.map((port: Yaml) => port.name);
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
        const params = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
        assert.ok(params === undefined || ports.includes(params), `${metadata.name}: port ${params}`);
      }
    }
  }
  assert.deepEqual([...used].sort(), Object.keys(secret.stringData).sort(), 'no key without a reader');
});

test('Tidemark is asked at /health whether it lives, and at /ready whether it may be asked', () => {
  for (const name of ['api', 'reader']) {
    const [container] = workloads.find(({ metadata }) => metadata.name === name).spec.template.spec
      .containers;
    assert.equal(container.livenessProbe.httpGet.path, '/health');
    assert.equal(container.startupProbe.httpGet.path, '/health');
    assert.equal(container.readinessProbe.httpGet.path, '/ready');
    assert.equal(container.securityContext.readOnlyRootFilesystem, true);
  }
});

test('the nodes of the cluster and of Keeper are pods of these manifests and services of compose', () => {
  const [cluster] = deployYaml('clickhouse/cluster.yaml');
  const [keeper] = deployYaml('clickhouse/keeper.yaml');
  const [compose] = deployYaml('compose.yaml');
  const shards: Yaml[] = cluster.remote_servers.tidemark.shard;
  assert.deepEqual(
    shards.map(({ replica }) => replica.length),
    [2, 2],
  );
  const pods = workloads.flatMap(({ spec, metadata }) =>
    Array.from({ length: spec.replicas }, (_, i) => `${metadata.name}-${i}.${spec.serviceName}`),
  );
  const aliases = Object.values<Yaml>(compose.services).flatMap(
    ({ networks }) => networks.inside.aliases ?? [],
  );
  const nodes = shards.flatMap(({ replica }) => replica.map(({ host }: Yaml) => host));
  const keepers: Yaml[] = keeper.keeper_server.raft_configuration.server;
  for (const host of [...nodes, ...keepers.map(({ hostname }) => hostname)]) {
    assert.ok(pods.includes(host), `no pod ${host}`);
    assert.ok(aliases.includes(host), `no service of compose ${host}`);
  }
  assert.deepEqual(
    cluster.zookeeper.node.map(({ host }: Yaml) => host),
    keepers.map(({ hostname }) => hostname),
  );
  for (const { internal_replication } of shards) assert.equal(internal_replication, true);
  // A node's own place is where the cluster says that it is.
  shards.forEach(({ replica }, index) => {
    for (const { host } of replica) {
      const service = host.split('.')[0];
      const { environment } = compose.services[service];
      assert.deepEqual(
        [environment.CLICKHOUSE_SHARD, environment.CLICKHOUSE_REPLICA],
        [`${index + 1}`, service],
      );
    }
  });
});

test('no log of ClickHouse grows for ever: each that its image has is off, or kept for days', () => {
  const [cluster] = deployYaml('clickhouse/cluster.yaml');
  // Those of config.xml of the image, and those that were added since.
  const logs = `asynchronous_insert,asynchronous_metric,backup,blob_storage,crash,error,latency,metric,opentelemetry_span,part,
    processors_profile,query,query_metric,query_thread,query_views,session,text,trace,zookeeper`;
  for (const name of logs.split(/,\s*/)) {
    const log = cluster[`${name}_log`];
    assert.ok(log?.['@remove'] !== undefined || /INTERVAL \d DAY DELETE$/.test(log?.ttl), name);
  }
  assert.ok(cluster.max_server_memory_usage_to_ram_ratio <= 0.8);
});
