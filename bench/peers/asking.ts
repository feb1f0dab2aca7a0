import { Agent, get } from 'node:http';
import { monotonicMs } from '../../src/kernel/clock.ts';
import { statementHeader } from './peer.ts';
import type { PeerQuestion } from './question.ts';

/** A server that answers the questions over HTTP. */
export interface Answerer {
  urlOf(question: PeerQuestion, n: number): string;
  headers: Record<string, string>;
}

interface Answer {
  body: unknown;
  /** From sending the request until the whole answer is here. */
  ms: number;
  /** A peer's time for the statement alone. */
  statementMs: number;
}

/** Number and duration of the requests of each question. */
export interface Effort {
  /** Answers of each question that are compared before the timing. */
  compared: number;
  asked: number;
  maxMs: number;
}

/** Times of a server. */
export interface Times {
  ms: number[];
  statementMs: number[];
}

const agent = new Agent({ keepAlive: true });

/** Asks everybody the first questions of a kind, which also open files and fill caches. @returns the bodies of each */
export async function compareAnswers(
  question: PeerQuestion,
  answerers: readonly Answerer[],
  { compared }: Effort,
): Promise<unknown[][]> {
  const bodies: unknown[][] = [];
  for (const answerer of answerers) {
    const own: unknown[] = [];
    for (let n = 0; n < compared; n++) own.push((await answerOf(answerer, question, n)).body);
    bodies.push(own);
  }
  return bodies;
}

/**
 * Requests every server in turn, one request at a time, with new parameters, so that the machine's other load affects all of them.
 */
export async function timeAnswers(
  question: PeerQuestion,
  answerers: readonly Answerer[],
  { compared, asked: requests, maxMs }: Effort,
): Promise<Times[]> {
  const times = answerers.map((): Times => ({ ms: [], statementMs: [] }));
  const endMs = monotonicMs() + maxMs;
  for (let n = compared; n < compared + requests && (n < 2 * compared || monotonicMs() < endMs); n++) {
    for (const [at, answerer] of answerers.entries()) {
      const answer = await answerOf(answerer, question, n);
      times[at]!.ms.push(answer.ms);
      times[at]!.statementMs.push(answer.statementMs);
    }
  }
  return times;
}

function answerOf({ urlOf, headers }: Answerer, question: PeerQuestion, n: number): Promise<Answer> {
  const url = urlOf(question, n);
  const startMs = monotonicMs();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const ms = monotonicMs() - startMs;
        const text = Buffer.concat(pieces).toString();
        if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}: ${text}`));
        else resolve({ body: JSON.parse(text), ms, statementMs: Number(response.headers[statementHeader]) });
      });
    }).on('error', reject);
  });
}
