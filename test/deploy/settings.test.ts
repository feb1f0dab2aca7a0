/** deploy/ names settings that the program has, with values that it takes, and secrets by reference. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { settings } from '../../src/config/schema.ts';
import { deployFiles, deployText, deployYaml, type Yaml } from './deploy-tree.ts';

const secretNames = settings.filter((setting) => setting.secret).map(({ env }) => env as string);

test('every TIDEMARK_ variable of deploy/ is a setting', () => {
  const known = new Set<string>(settings.map(({ env }) => env));
  for (const path of deployFiles('**/*.{yaml,example,json}').concat('Dockerfile')) {
    for (const [name] of deployText(path).matchAll(/\bTIDEMARK_[A-Z0-9_]+/g))
      assert.ok(known.has(name), `deploy/${path}: ${name}`);
  }
});

/** `${NAME}` and `${NAME:?…}` as compose fills them in. */
function filledIn(text: string): string {
  return text.replace(/\$\{(\w+)(:\?[^}]*)?\}/g, (_, name) =>
    name === 'HOST_NAME' ? 'tide.example' : name.toLowerCase().padEnd(40, 'x'),
  );
}

/** What the program would be started with; its directory and its port are those of the image. */
function configOf(environment: Record<string, string>, args: readonly string[]) {
  const source = args[args.indexOf('--source') + 1];
  return loadConfig(args.includes('--source') ? { source: source! } : {}, environment);
}

test('the processes of compose start with what they are given, on four nodes, each in an order of its own', () => {
  const [compose] = deployYaml('compose.yaml');
  const ours = Object.entries<Yaml>(compose.services).filter(([, { image }]) => image === 'tidemark');
  assert.deepEqual(
    ours.map(([name]) => name),
    ['api-1', 'api-2', 'reader'],
  );
  for (const [name, { environment, command = [] }] of ours) {
    const values = Object.entries<string>(environment).map(([key, text]) => [key, filledIn(text)]);
    const config = configOf(Object.fromEntries(values), command);
    assert.equal(config.source, name === 'reader' ? 'hyperliquid' : 'none');
    assert.equal(config.clickhouseUrl!.split(',').length, 4);
    for (const [key, text] of Object.entries<string>(environment))
      if (secretNames.includes(key) || /:\/\/[^/]*:/.test(text))
        assert.match(text, /\$\{\w+/, `${name}: ${key}`);
  }
});

test('the pods of Kubernetes start with what their settings and the secret give, and no secret stands among them', () => {
  const [secret] = deployYaml('kubernetes/secrets.example.yaml');
  const [settingsMap] = deployYaml('kubernetes/settings.yaml');
  for (const name of Object.keys(settingsMap.data)) assert.ok(!secretNames.includes(name), name);
  for (const file of ['api', 'reader']) {
    const [workload] = deployYaml(`kubernetes/${file}.yaml`);
    const [{ env, envFrom, args }] = workload.spec.template.spec.containers;
    assert.equal(envFrom[0].configMapRef.name, settingsMap.metadata.name);
    const given = { ...settingsMap.data };
    for (const { name, value, valueFrom } of env as Yaml[]) {
      given[name] = valueFrom?.secretKeyRef
        ? secret.stringData[valueFrom.secretKeyRef.key]
        : (value ?? '10.1.2.3');
      if (secretNames.includes(name)) assert.equal(value, undefined, name);
    }
    assert.equal(configOf(given, args).source, file === 'reader' ? 'hyperliquid' : 'none');
  }
});
