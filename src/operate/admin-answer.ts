import type { ServerResponse } from 'node:http';
import type { Problem } from '../kernel/problem.ts';
import { adminProblemBody } from './admin-problem.ts';

const requestIdHeader = 'X-Request-ID';

/** Gives an answer its request id, before anything else may answer. */
export function setRequestId(res: ServerResponse, requestId: string): void {
  res.setHeader(requestIdHeader, requestId);
}

export function requestIdOf(res: ServerResponse): string {
  return String(res.getHeader(requestIdHeader));
}

/** Answers with JSON; keys stand in it, so nothing on the way may keep it. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  res.end(bytes);
}

/** @param unread true where some of the request's body may not have been read: the connection then ends */
export function sendProblem(res: ServerResponse, problem: Problem, unread: boolean): void {
  const { status, retryAfterSeconds, headers } = problem.fields;
  sendJson(res, status, adminProblemBody(problem, requestIdOf(res)), {
    'Content-Type': 'application/problem+json',
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(unread && { Connection: 'close' }),
    ...headers,
  });
}
