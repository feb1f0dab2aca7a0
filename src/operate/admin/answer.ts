import type { ServerResponse } from 'node:http';
import type { Problem } from '../../kernel/problem.ts';
import { problemBody, problemHeaders } from '../../routes/problem-body.ts';

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
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(bytes);
}

/** @param unread true if the request's body may not have been read completely: closes the connection */
export function sendProblem(res: ServerResponse, { fields }: Problem, unread: boolean): void {
  const bytes = Buffer.from(`${JSON.stringify(problemBody(fields, { requestId: requestIdOf(res) }))}\n`);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  if (unread) res.setHeader('Connection', 'close');
  res.writeHead(fields.status, problemHeaders(fields, bytes.length)).end(bytes);
}
