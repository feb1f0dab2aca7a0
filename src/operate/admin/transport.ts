import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ControlError } from '../../control/control-error.ts';
import { controlFaultOf } from '../../control/control-problem.ts';
import { lateCheck } from '../../kernel/late-check.ts';
import { version } from '../../version.ts';
import { surfaceHeader, surfaceVersion } from './answer.ts';
import { problemAnswer } from './problem.ts';

export interface AdminTarget {
  /** Name in messages. */
  name: string;
  /** `http://localhost` for a socket. */
  url: URL;
  socketPath?: string;
  token?: string;
  /** Message if the server is no admin surface. */
  stranger: string;
  /** Messages by problem code that replace those of the surface. */
  refusals?: Readonly<Record<string, string>>;
  /** Creates the error for a connection that fails or breaks. */
  noAnswer(fault: NodeJS.ErrnoException): Error;
}

/** The surface refused a call, or the call failed; the message is the surface's. */
export class AdminCallError extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AdminCallError';
    this.code = code;
  }
}

const connectTimeoutMs = 10_000;
/** Timeout of a silent surface: a few heartbeats at least, and longer than its longest pause. */
const silenceLimitMs = 60_000;
/** Maximum size of an answer, and of one of its lines: ten thousand keys take a few MB. */
const answerBytesLimit = 64 * 1_024 * 1_024;

/**
 * @returns the successful answer, with its body unread
 * @throws ControlError or AdminCallError for an answered problem; Error without an answer, or for one of another server
 */
export async function sendRequest(
  target: AdminTarget,
  method: string,
  path: string,
  body?: unknown,
): Promise<IncomingMessage> {
  const response = await responseTo(target, method, path, body);
  const spoken = response.headers[surfaceHeader.toLowerCase()];
  if (response.statusCode! < 400 && spoken === surfaceVersion) return response;
  try {
    if (spoken === undefined) throw new Error(`${target.stranger} (HTTP ${response.statusCode})`);
    if (spoken !== surfaceVersion) throw otherVersion(target);
    throw problemError(target, await bodyOf(target, response));
  } finally {
    response.destroy();
  }
}

function responseTo(
  target: AdminTarget,
  method: string,
  path: string,
  body: unknown,
): Promise<IncomingMessage> {
  const { url, socketPath, token } = target;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      path: `${url.pathname.replace(/\/+$/, '')}${path}`, // as it is: a URL would resolve the dots of an account named ..
      socketPath,
      method,
      agent: false,
      timeout: silenceLimitMs,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': `${Buffer.byteLength(text)}`,
        }),
      },
    });
    boundConnecting(request);
    request.on('error', (fault) => reject(target.noAnswer(fault)));
    request.once('response', (response) => {
      request.on('timeout', () => response.destroy(silent()));
      resolve(response);
    });
    request.on('timeout', () => request.destroy(silent()));
    request.end(text);
  });
}

function boundConnecting(request: ClientRequest): void {
  const late = () =>
    request.destroy(broken('ETIMEDOUT', `no connection within ${connectTimeoutMs / 1_000} s`));
  const timer = setTimeout(late, connectTimeoutMs);
  request.once('socket', (socket) => socket.once('connect', () => clearTimeout(timer)));
  request.once('close', () => clearTimeout(timer));
}

function silent(): Error {
  return broken('ETIMEDOUT', `no data for${silenceLimitMs / 1_000} s`);
}

export function broken(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

export async function* linesOf(target: AdminTarget, response: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      yield* lines;
      if (rest.length > answerBytesLimit) throw otherVersion(target);
    }
    if (rest !== '') yield rest;
  } catch (fault) {
    throw fault instanceof AdminCallError ? fault : target.noAnswer(fault as Error);
  }
}

export async function bodyOf(target: AdminTarget, response: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const line of linesOf(target, response)) {
    text += `${line}\n`;
    if (text.length > answerBytesLimit) throw otherVersion(target);
  }
  return parsed(target, text);
}

/** @throws AdminCallError if the text is not JSON */
export function parsed(target: AdminTarget, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw otherVersion(target);
  }
}

/** The two sides have different versions: one of them does not know the request or the answer. */
export function otherVersion(target: AdminTarget): Error {
  const detail = `${target.name} runs another version of tidemark; this command is ${version}. Use the same version`;
  return new AdminCallError('OTHER_VERSION', detail);
}

const isProblem = lateCheck(problemAnswer);

/** The error behind a problem: the operation's own error type if known, else AdminCallError. */
export function problemError(target: AdminTarget, body: unknown): Error {
  if (!isProblem.Check(body)) return otherVersion(target);
  const { code, detail } = body;
  const fault = controlFaultOf(code);
  if (fault !== undefined) return new ControlError(fault, detail);
  if (code === 'NOT_FOUND' || code === 'METHOD_NOT_ALLOWED') return otherVersion(target);
  return new AdminCallError(code, target.refusals?.[code] ?? detail);
}
