import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { minuteMs, monotonicMs } from '../../src/kernel/clock.ts';
import { connectMcp, type McpClient } from '../mcp-client.ts';
import { sized } from '../size.ts';
import { startMcp } from './mcp-command.ts';

/**
 * Every tool of agents on a running service of the simulated exchange, over HTTP and over stdio.
 * @param values of path parameters that have data
 */
export async function everyToolAnswers(
  address: string,
  key: string,
  values: ReadonlyMap<string, string>,
): Promise<void> {
  const stdio = () => startMcp(['--url', address], { TIDEMARK_API_KEY: key });
  const overHttp = await connectMcp(address, { 'X-API-Key': key });
  await toolsOf(overHttp, values, () => true);
  await overHttp.close();
  const overStdio = await stdio();
  // What carries the calls is the same for all of them.
  await toolsOf(
    overStdio,
    values,
    sized({ check: (name: string) => carried.includes(name), campaign: () => true }),
  );
  await overStdio.close();
}

/** Tools of one request, of many, and of none. */
const carried = ['trader', 'query_api', 'describe_api'];

async function toolsOf(
  agent: McpClient,
  values: ReadonlyMap<string, string>,
  isCalled: (name: string) => boolean,
): Promise<void> {
  const value = (name: string) => values.get(name)!;
  const calls: Record<string, Record<string, unknown>> = {
    find: { text: value('address') },
    trader: { address: value('address') },
    rank_traders: { board: 'losers', period: 'week', explain: 2 },
    compare_traders: { addresses: [value('address'), value('address').replace(/.$/, '0')] },
    lifecycles: { address: value('address') },
    coin: { coin: 'btc', movePct: -5 },
    market: {},
    prices: { symbol: 'btc', kind: 'candles' },
    cohorts: { view: 'positions', tier: value('tier') },
    liquidations: { view: 'by_coin', since: '30d' },
    outcomes: { view: 'outcome', id: Number(value('outcome_id')) },
    builders: { view: 'growth' },
    daily: {},
    status: { date: value('date') },
    describe_api: { words: 'liquidations' },
    query_api: { path: '/pulse/leaderboard', params: { limit: 3 } },
    watch: { type: 'trades', waitSeconds: 1 },
  };
  const { tools } = await agent.client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(calls).sort());
  for (const [name, args] of Object.entries(calls).filter(([name]) => isCalled(name))) {
    const reported = await answered(agent, name, args);
    assert.equal(reported.isError, false, `${name}: ${reported.text}`);
    for (const { source, request } of reported.structured.served) {
      assert.equal(source, 'simulated', `${name}: ${request}`);
    }
    if (reported.requests > 0) assert.match(reported.text, /SIMULATED/, name);
  }
}

/** Calls again for a minute where the service says that it has too much to do, as agents are asked to. */
async function answered(agent: McpClient, name: string, args: Record<string, unknown>) {
  const deadlineMs = monotonicMs() + minuteMs;
  for (;;) {
    const reported = await agent.call(name, args);
    if (!/503 OVERLOADED/.test(reported.text) || monotonicMs() > deadlineMs) return reported;
    await delay(500); // waits: until the machine has time
  }
}
