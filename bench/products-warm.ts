import { setTimeout as delay } from 'node:timers/promises';
import type { AnyEndpoint } from '../src/endpoints/endpoint.ts';
import { monotonicMs, rfc3339 } from '../src/kernel/clock.ts';
import { collectGarbage } from '../test/garbage.ts';
import { type ProductData, productEndpoints, productRequest, targetOf } from './product-requests.ts';
import { fetchBytes, type Service, startService, untilSettled } from './service.ts';

/** An endpoint over HTTP with one client: times of a first request, and of its repetitions, milliseconds. */
export interface WarmTimes {
  id: string;
  firstMs: number[];
  /** By round. */
  againMs: number[][];
}

interface Amount {
  /** Rounds in which endpoints take turns: whatever else the machine does for a second falls into one of them. */
  rounds: number;
  /** Requests of each endpoint in a round. */
  requests: number;
  /** Repetitions of each, within the second for which a page is fresh. */
  again: number;
}

const measured: Amount = { rounds: 3, requests: 20, again: 10 };
const least: Amount = { rounds: 1, requests: 1, again: 1 };
/** Open positions of a large store take minutes to read where others use the machine. */
const readyWithinMs = 900_000;

/**
 * Asks the whole server, each page once and then again.
 *
 * @param dir a filled data directory, which the server writes into
 * @param quick asks each page twice, which measures nothing
 */
export async function warmTimes(dir: string, of: ProductData, quick: boolean): Promise<WarmTimes[]> {
  const amount = quick ? least : measured;
  const service = await startService(dir, ['--now', rfc3339(of.nowMs)]);
  try {
    const endpoints = productEndpoints();
    const found = endpoints.map(({ id }): WarmTimes => ({ id, firstMs: [], againMs: [] }));
    await untilSettled(service);
    for (const endpoint of endpoints)
      await untilReady(service, targetOf(endpoint, productRequest(endpoint, 0, of)));
    for (let round = 0; round < amount.rounds; round++) {
      for (const [i, endpoint] of endpoints.entries())
        await askRound(service, endpoint, of, amount, found[i]!);
    }
    return found;
  } finally {
    await service.stop();
  }
}

async function askRound(
  service: Service,
  endpoint: AnyEndpoint,
  of: ProductData,
  { requests, again }: Amount,
  { firstMs, againMs }: WarmTimes,
): Promise<void> {
  const requestCount = againMs.length * requests;
  const times: number[] = [];
  for (let n = requestCount + 1; n <= requestCount + requests; n++) {
    const target = targetOf(endpoint, productRequest(endpoint, n, of));
    firstMs.push(await timed(service, target));
    // Bytes that were received make V8 collect all garbage every hundred answers: 10 ms that look like the server's.
    collectGarbage();
    for (let k = 0; k < again; k++) times.push(await timed(service, target));
  }
  againMs.push(times);
}

/** Accepts compressed answers, as clients do: the longest list is a megabyte of text. */
async function timed({ url, key }: Service, target: string): Promise<number> {
  const startMs = monotonicMs();
  const headers = { 'x-api-key': key, 'accept-encoding': 'gzip' };
  const { status, body } = await fetchBytes(`${url}${target}`, headers);
  const tookMs = monotonicMs() - startMs;
  if (status !== 200) throw new Error(`${target} answers ${status}: ${body.toString().slice(0, 200)}`);
  return tookMs;
}

/** Endpoints over positions answer 503 until these are read; others may time out meanwhile. */
async function untilReady({ url, key }: Service, target: string): Promise<void> {
  const startMs = monotonicMs();
  const isReady = async () => {
    const [page, ready] = await Promise.all(
      [target, '/ready'].map((path) => fetchBytes(`${url}${path}`, { 'x-api-key': key })),
    );
    return page!.status < 500 && ready!.status === 200;
  };
  while (!(await isReady())) {
    if (monotonicMs() - startMs > readyWithinMs) throw new Error(`${target} answers 5xx for too long`);
    await delay(1_000);
  }
}
