import type { ServerResponse } from 'node:http';
import type { Problem } from '../../kernel/problem.ts';
import { problemBody } from '../../routes/problem-body.ts';

export const requestIdHeader = 'X-Request-ID';

/** Every answer of an admin surface says that it is one, and its version: other servers are recognized by its absence. */
export const surfaceHeader = 'Tidemark-Admin';
export const surfaceVersion = '1';

/** Gives an answer what every one has, before anything else may answer. */
export function beginAnswer(res: ServerResponse, requestId: string): void {
  res.setHeader(requestIdHeader, requestId);
  res.setHeader(surfaceHeader, surfaceVersion);
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
  sendJson(res, status, problemBody(problem.fields, { requestId: requestIdOf(res) }), {
    'Content-Type': 'application/problem+json',
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(unread && { Connection: 'close' }),
    ...headers,
  });
}
