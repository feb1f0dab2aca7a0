import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs, rfc3339 } from '../../src/kernel/clock.ts';
import { nodeCommand, runScript, startChild } from '../child.ts';
import { coinsOfGroup } from '../engine-chains.ts';
import { filledDir } from '../filled-dir.ts';
import { projectDir } from '../machine.ts';
import { percentile, type Results } from '../results.ts';
import { startService } from '../service.ts';
import { type Answerer, compareAnswers, type Effort, type Times, timeAnswers } from './asking.ts';
import type { AnswerRow, PeerQuestion } from './question.ts';
import { peerQuestions } from './questions.ts';
import { difference } from './same-answer.ts';
import type { ServeTask } from './serve-run.ts';

const part = 'peers';
const peers = ['DuckDB', 'Postgres'] as const;
const nowMs = Date.UTC(2026, 2, 31, 12);
const coins = Array.from({ length: 3 * (coinsOfGroup - 1) }, (_, at) => {
  const group = Math.floor(at / (coinsOfGroup - 1));
  return `C${group * coinsOfGroup + 1 + (at % (coinsOfGroup - 1))}`;
});

interface PeersSize {
  /** About. */
  fills: number;
  wallets: number;
}

/**
 * Runs the same queries over the same fills: Tidemark's endpoints through the whole server, DuckDB and Postgres behind a bare server.
 * One client; no query repeats. The part fails if an endpoint's answer differs from a peer's.
 */
export function benchPeers(results: Results, workDir: string, quick: boolean): Promise<object> {
  const size = quick ? { fills: 40_000, wallets: 2_000 } : { fills: 20_000_000, wallets: 1_000_000 };
  return comparePeers(results, workDir, size, { compared: 3, asked: quick ? 4 : 100, maxMs: 20_000 });
}

/** @see benchPeers */
export async function comparePeers(
  results: Results,
  workDir: string,
  size: PeersSize,
  effort: Effort,
): Promise<object> {
  const times = { firstTimeMs: nowMs - 90 * dayMs, lastTimeMs: nowMs };
  const dir = join(workDir, part);
  cpSync(await filledDir(part, { ...size, ...times }, 'peers/build-run.ts'), dir, { recursive: true });
  // Outside of the working directory, into which the Postgres server's user may not look.
  const shareDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-peers-'));
  const stops: (() => Promise<void>)[] = [];
  try {
    await runScript('peers/export-run.ts', { dir, shareDir });
    const data = { wallets: size.wallets, coins, nowMs };
    const others: Answerer[] = [];
    for (const peer of peers) {
      const peerDir = join(workDir, peer);
      mkdirSync(peerDir);
      const { answerer, stop } = await startPeer(results, { peer, shareDir, dir: peerDir, data });
      stops.push(stop);
      others.push(answerer);
    }
    const service = await startService(dir, ['--now', rfc3339(nowMs)]);
    stops.push(service.stop);
    const own: Answerer = {
      urlOf: ({ pathOf }, n) => `${service.url}/api/public/v1/pulse/${pathOf(n)}`,
      headers: { 'x-api-key': service.key },
    };
    return { ...size, effort, times: await askAll(results, peerQuestions(data), [own, ...others], effort) };
  } finally {
    for (const stop of stops) await stop();
    rmSync(shareDir, { recursive: true, force: true });
  }
}

async function startPeer(results: Results, task: ServeTask) {
  const script = join(projectDir, 'bench/peers/serve-run.ts');
  const child = startChild(nodeCommand, [script, JSON.stringify(task)]);
  const [, url, loadedMs] = await child.line(/^READY (\S+) (\S+)$/);
  results.measure(part, `${task.peer}, loading, rollups and indexes`, 's', [Number(loadedMs) / 1_000]);
  const answerer: Answerer = { urlOf: ({ name }, n) => `${url}/${name}/${n}`, headers: {} };
  return { answerer, stop: () => child.stop() };
}

/** Compares all answers first, and times nothing if any differs. */
async function askAll(
  results: Results,
  questions: readonly PeerQuestion[],
  answerers: readonly Answerer[],
  effort: Effort,
) {
  for (const question of questions) requireSame(question, await compareAnswers(question, answerers, effort));
  const found: Record<string, object> = {};
  for (const question of questions) {
    const times = await timeAnswers(question, answerers, effort);
    found[question.name] = Object.fromEntries(times.map((one, at) => [['Tidemark', ...peers][at], one]));
    report(results, question.name, times);
  }
  return found;
}

function requireSame({ name, rowsOf }: PeerQuestion, [own, ...others]: readonly unknown[][]): void {
  const answers = own!.map(rowsOf);
  for (const [n, rows] of answers.entries()) {
    for (const [at, peer] of peers.entries()) {
      const found = difference(rows, others[at]![n] as AnswerRow[]);
      if (found !== undefined) throw new Error(`${name}, question ${n}: ${peer} answers otherwise: ${found}`);
    }
  }
  if (answers.every(({ length }) => length === 0)) throw new Error(`${name}: empty answers compare nothing`);
}

/** One line: Tidemark's median against the faster peer's. After each peer's median comes that of its statement alone. */
function report(results: Results, name: string, [own, ...others]: readonly Times[]): void {
  const median = percentile(own!.ms, 50);
  const medians = peers.map((peer, at) => {
    const { ms, statementMs } = others[at]!;
    return { peer, ms: percentile(ms, 50), statementMs: percentile(statementMs, 50) };
  });
  const best = medians.reduce((a, b) => (a.ms <= b.ms ? a : b));
  const shown = medians.map(({ peer, ms, statementMs }) => {
    return `${peer} ${ms.toFixed(2)} (${statementMs.toFixed(2)})`;
  });
  const ahead = median < best.ms ? 'Tidemark' : best.peer;
  results.hold(part, `${name}: ${shown.join(', ')}; ahead: ${ahead}`, 'ms', median, '<', best.ms);
}
