import type { ServerResponse } from 'node:http';
import type { Problem } from '../../kernel/problem.ts';
import { problemBody } from '../../routes/problem-body.ts';

export const requestIdHeader = 'X-Request-ID';

/** Version header of every answer of an admin surface; an answer without this header comes from another server. */
export const surfaceHeader = 'Tidemark-Admin';
export const surfaceVersion = '1';

/** Sets the headers of every answer; called before any other code can answer. */
export function beginAnswer(res: ServerResponse, requestId: string): void {
  res.setHeader(requestIdHeader, requestId);
  res.setHeader(surfaceHeader, surfaceVersion);
}

export function requestIdOf(res: ServerResponse): string {
  return String(res.getHeader(requestIdHeader));
}

/** Answers with JSON. Forbids caching, because answers contain keys. */
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

/** @param unread true if the request's body may not have been read completely: closes the connection */
export function sendProblem(res: ServerResponse, problem: Problem, unread: boolean): void {
  const { status, retryAfterSeconds, headers } = problem.fields;
  sendJson(res, status, problemBody(problem.fields, { requestId: requestIdOf(res) }), {
    'Content-Type': 'application/problem+json',
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(unread && { Connection: 'close' }),
    ...headers,
  });
}
