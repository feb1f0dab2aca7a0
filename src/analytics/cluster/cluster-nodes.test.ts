import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClusterNode, serversOfShards, slotsOfShards } from './cluster-nodes.ts';

/** The answer of server number `asked` of the cluster; -1 is none of it. */
const reported = (places: [shard: number, replica: number][], requests: number) => ({
  url: `h${requests}:8123`,
  nodes: places.map(([shard, replica], i): ClusterNode => {
    return { shard, replica, weight: 1, address: `h${i}:9000`, isOwn: i === requests };
  }),
});
const two: [number, number][] = [
  [1, 1],
  [2, 1],
];
const twoOfTwo: [number, number][] = [
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 2],
];
const sorted = (
  servers: ReturnType<typeof reported>[],
  isReplicated = false,
  silent: { url: string; reason: string }[] = [],
) => serversOfShards(servers, 'tide', isReplicated, silent).map((shard) => shard.map(({ url }) => url));

test('servers say which shard they are, in whatever order they are named', () => {
  assert.deepEqual(sorted([reported(two, 1), reported(two, 0)]), [['h0:8123'], ['h1:8123']]);
  assert.deepEqual(sorted([reported(twoOfTwo, 3), reported(twoOfTwo, 1), reported(twoOfTwo, 2)], true), [
    ['h1:8123'],
    ['h3:8123', 'h2:8123'],
  ]);
});

test('an address that is no server of the cluster, and a shard without an address, are named', () => {
  assert.throws(() => sorted([reported([], 0)]), /^Error: h0:8123 knows no cluster tide: .*remote_servers/);
  assert.throws(
    () => sorted([reported(two, 0), reported(two, -1)]),
    /h-1:8123 is none of the servers of cluster tide \(h0:9000, h1:9000\)/,
  );
  assert.throws(
    () => sorted([reported(two, 0)]),
    /no address of TIDEMARK_CLICKHOUSE_URL is a server of shard 2 .*\(h1:9000\)/,
  );
  assert.throws(
    () => sorted([reported(twoOfTwo, 0), reported(twoOfTwo, 2)]),
    /shard 1 .* has 2 replicas: set TIDEMARK_CLICKHOUSE_REPLICATED=1/,
  );
});

test('a server that does not answer is missed only where its shard has no other', () => {
  const silent = [{ url: 'h3:8123', reason: 'open http://h3:8123: refused' }];
  assert.deepEqual(sorted([reported(twoOfTwo, 0), reported(twoOfTwo, 2)], true, silent), [
    ['h0:8123'],
    ['h2:8123'],
  ]);
  assert.throws(() => sorted([reported(twoOfTwo, 0), reported(twoOfTwo, 1)], true, silent), {
    failure: 'unavailable',
    message:
      'open: no server of shard 2 of cluster tide (h2:9000, h3:9000) answers: open http://h3:8123: refused',
  });
  assert.throws(() => sorted([], true, silent), /no server of cluster tide answers: .*h3/);
});

test('hashes of wallets belong to shards by their weights, in the order of the shards', () => {
  const weighted = reported(twoOfTwo, 0).nodes.map((node) => ({ ...node, weight: node.shard === 1 ? 1 : 3 }));
  assert.deepEqual(slotsOfShards(weighted.toReversed()), [
    { of: 4, from: 0, to: 1 },
    { of: 4, from: 1, to: 4 },
  ]);
});
