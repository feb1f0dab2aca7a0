import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ControlError } from '../../control/control-error.ts';
import { controlFaultOf } from '../../control/control-problem.ts';
import { lateCheck } from '../../kernel/late-check.ts';
import { version } from '../../version.ts';
import { surfaceHeader, surfaceVersion } from './answer.ts';
import { problemAnswer } from './problem.ts';

/** Where an admin surface is, and how to speak of it. */
export interface AdminTarget {
  /** What messages call it. */
  name: string;
  /** `http://localhost` where it is on a socket. */
  url: URL;
  socketPath?: string;
  token?: string;
  /** The message where something answers that is no admin surface. */
  stranger: string;
  /** The message in the place of the surface's own words, by the problem's code. */
  refusals?: Readonly<Record<string, string>>;
  /** The error to throw where the connection fails or breaks. */
  noAnswer(fault: NodeJS.ErrnoException): Error;
}

/** The surface refused a call, or it failed there; the message is the surface's. */
export class AdminCallError extends Error {
  /** Of the problem that was answered. */
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AdminCallError';
    this.code = code;
  }
}

const connectTimeoutMs = 10_000;
/** A surface silent for this long is given up: longer than its longest pause, a few heartbeats at least. */
const silenceLimitMs = 60_000;
/** Longest answer, and longest line of one: ten thousand keys are a few MB. */
const answerBytesLimit = 64 * 1_024 * 1_024;

/**
 * Asks a surface.
 * @returns the answer where it is a success; its body is still to be read
 * @throws ControlError, AdminCallError as the problem answered says; Error where there is no answer or a stranger's
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
  return broken('ETIMEDOUT', `it gave no sign for ${silenceLimitMs / 1_000} s`);
}

/** A fault like those of a connection. */
export function broken(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

/** The lines of an answer, as they come. */
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

/** The body of an answer. */
export async function bodyOf(target: AdminTarget, response: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const line of linesOf(target, response)) {
    text += `${line}\n`;
    if (text.length > answerBytesLimit) throw otherVersion(target);
  }
  return parsed(target, text);
}

/** @throws AdminCallError where the text is no JSON */
export function parsed(target: AdminTarget, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw otherVersion(target);
  }
}

/** The other side does not know what is asked, or answers what is not known here. */
export function otherVersion(target: AdminTarget): Error {
  const detail = `${target.name} runs another version of tidemark than this command, which is ${version}; use the same`;
  return new AdminCallError('OTHER_VERSION', detail);
}

const isProblem = lateCheck(problemAnswer);

/** The error that a problem stands for: the one that the operation threw on the other side, where it is one of its own. */
export function problemError(target: AdminTarget, body: unknown): Error {
  if (!isProblem.Check(body)) return otherVersion(target);
  const { code, detail } = body;
  const fault = controlFaultOf(code);
  if (fault !== undefined) return new ControlError(fault, detail);
  if (code === 'NOT_FOUND' || code === 'METHOD_NOT_ALLOWED') return otherVersion(target);
  return new AdminCallError(code, target.refusals?.[code] ?? detail);
}
