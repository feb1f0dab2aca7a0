import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import type { Param } from '../../src/endpoints/params/param.ts';
import type { Registry } from '../../src/endpoints/registry.ts';
import { createContract, type Received } from '../contract/contract.ts';
import { send, shotsAt } from '../contract/fuzz.ts';

/** Answers that the clients received. */
export interface Tally {
  requests: number;
  /** Number of answers by status. */
  statuses: Map<number, number>;
  /** Texts of 5xx answers without numbers, and their counts. */
  refusals: Map<string, number>;
  /** Connections that were refused or broke. */
  broken: number;
  /** Answers that break the contract, or are a 5xx that their endpoint does not declare. */
  faults: string[];
}

export interface ClientsOptions {
  registry: Registry;
  seed: number;
  keys: readonly string[];
  /** Addresses that honest clients ask for. */
  traders: readonly string[];
  /** Address of the service; undefined while it is down. */
  address(): string | undefined;
  signal: AbortSignal;
}

const faultsLimit = 50;

/** Clients of every endpoint, one after the other for ever: honest ones, and ones that send whatever their schema leads to. */
export async function runClients(options: ClientsOptions): Promise<Tally> {
  const { registry, seed, keys, traders, address, signal } = options;
  const contract = createContract(registry);
  const tally: Tally = { requests: 0, statuses: new Map(), refusals: new Map(), broken: 0, faults: [] };

  async function ask(endpoint: AnyEndpoint, target: string, headers: Record<string, string>): Promise<void> {
    const at = address();
    if (at === undefined) return void (await delay(50)); // waits: the service is started again by others
    const { hostname, port } = new URL(at);
    tally.requests += 1;
    let received: Received;
    try {
      received = await send(hostname, Number(port), { target, headers });
    } catch {
      tally.broken += 1;
      await delay(20); // waits: it may have been killed
      return;
    }
    judge(endpoint, target, received);
  }
  function judge(endpoint: AnyEndpoint, target: string, received: Received): void {
    const { status, text } = received;
    count(tally.statuses, status);
    if (status >= 500) count(tally.refusals, `${status} ${reasonOf(text)}`);
    // Any endpoint may find a table that is being filled, a load too high or a deadline over
    // (docs/contract.md#errors).
    const declared = endpoint.errors?.includes(status) === true || status === 503 || status === 504;
    try {
      if (status >= 500 && !declared) throw new Error(`a ${status} that is not declared`);
      if (status === 503 && !received.headers.has('retry-after')) throw new Error('503 without Retry-After');
      contract.check(endpoint, received);
    } catch (error) {
      const fault = `${endpoint.id} ${target}: ${(error as Error).message}: ${text.slice(0, 400)}`;
      if (tally.faults.length < faultsLimit) tally.faults.push(fault);
    }
  }

  async function honest(place: number): Promise<void> {
    for (let turn = place; !signal.aborted; turn += 1) {
      const endpoint = registry.endpoints[turn % registry.endpoints.length]!;
      const trader = traders[turn % traders.length]!;
      await ask(endpoint, exampleTarget(endpoint, trader), { 'X-API-Key': keys[turn % keys.length]! });
    }
  }
  async function hostile(place: number): Promise<void> {
    for (let turn = place; !signal.aborted; turn += 1) {
      const endpoint = registry.endpoints[turn % registry.endpoints.length]!;
      const shots = fc.sample(shotsAt(endpoint, keys), { numRuns: 5, seed: seed * 1_000_003 + turn });
      for (const { target, headers } of shots) {
        // Some put their key where logs would show it.
        const leaking =
          turn % 3 === 0 ? `${target}${target.includes('?') ? '&' : '?'}key=${keys[0]}` : target;
        if (!signal.aborted) await ask(endpoint, leaking, headers);
      }
    }
  }
  await Promise.all([honest(0), honest(53), hostile(17), hostile(71)]);
  return tally;
}

function exampleTarget(endpoint: AnyEndpoint, trader: string): string {
  const query: string[] = [];
  let path: string = endpoint.path;
  for (const [name, param] of Object.entries(endpoint.params as Record<string, Param<unknown>>)) {
    const value = encodeURIComponent(name === 'address' ? trader : String(param.example ?? 'BTC'));
    if (endpoint.pathParams.includes(name)) path = path.replace(`{${name}}`, () => value);
    else if (param.required) query.push(`${name}=${value}`);
  }
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

function reasonOf(text: string): string {
  try {
    const { detail, error, code } = JSON.parse(text) as Record<string, string>;
    return `${code ?? ''} ${detail ?? error ?? ''}`.replaceAll(/0x[0-9a-f]+|\d+/gi, 'N').trim();
  } catch {
    return text.slice(0, 80);
  }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
