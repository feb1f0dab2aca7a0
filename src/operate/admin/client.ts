import type { IncomingMessage } from 'node:http';
import type { Static, TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { ControlError } from '../../control/control-error.ts';
import { exactTimes } from '../readable-times.ts';
import { requestIdHeader } from './answer.ts';
import type { JobEvent } from './jobs.ts';
import { jobEndedCode } from './problem.ts';
import type { AdminInput, AdminRoute } from './route.ts';
import { endJobRoute } from './routes.ts';
import {
  AdminCallError,
  type AdminTarget,
  bodyOf,
  broken,
  linesOf,
  otherVersion,
  parsed,
  problemError,
  sendRequest,
} from './transport.ts';

type Input<P extends TObject, Q extends TObject, B extends TObject> = Partial<
  AdminInput<Static<P>, Static<Q>, Static<B>>
>;

interface JobOptions {
  onProgress?: (step: never) => void;
  signal?: AbortSignal;
}

/** Client of an admin surface; each call returns what the route's `run` returns on the server. */
export interface AdminClient {
  /** @throws ControlError as the operation does; Error without an answer, or for an answer of another version */
  call<P extends TObject, Q extends TObject, B extends TObject, A>(
    route: AdminRoute<P, Q, B, A>,
    input?: Input<P, Q, B>,
  ): Promise<A>;
  /** Runs a job. An abort asks the job to end and still awaits its result; a caller that disconnects also ends it. */
  run<P extends TObject, Q extends TObject, B extends TObject, A>(
    route: AdminRoute<P, Q, B, A>,
    input: Input<P, Q, B>,
    options?: JobOptions,
  ): Promise<A>;
}

/** Holds no connection between calls. */
export function createAdminClient(target: AdminTarget): AdminClient {
  const send = (route: AdminRoute, input: Partial<AdminInput>) =>
    sendRequest(target, route.method, pathOf(route, input), input.body);

  async function call(route: AdminRoute, input: Partial<AdminInput> = {}): Promise<unknown> {
    return read(target, route.answer, await bodyOf(target, await send(route, input)));
  }

  async function run(
    route: AdminRoute,
    input: Partial<AdminInput>,
    { onProgress = () => undefined, signal }: JobOptions = {},
  ): Promise<unknown> {
    const response = await send(route, input);
    const end = (): void => {
      const params = { id: String(response.headers[requestIdHeader.toLowerCase()]) };
      // If this request fails as well, closing the connection ends the job.
      call(endJobRoute, { params }).catch(() => response.destroy());
    };
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
    try {
      return await resultOf(target, route, response, onProgress);
    } catch (fault) {
      const asRequested = fault instanceof AdminCallError && fault.code === jobEndedCode;
      throw asRequested && signal?.aborted ? signal.reason : fault;
    } finally {
      signal?.removeEventListener('abort', end);
      response.destroy();
    }
  }
  return { call, run } as AdminClient;
}

async function resultOf(
  target: AdminTarget,
  route: AdminRoute,
  response: IncomingMessage,
  onProgress: (step: never) => void,
): Promise<unknown> {
  for await (const line of linesOf(target, response)) {
    const event = parsed(target, line) as JobEvent | null;
    if (event?.event === 'progress') onProgress(read(target, route.progress!, event.data) as never);
    else if (event?.event === 'result') return read(target, route.answer, event.data);
    else if (event?.event === 'error') throw problemError(target, event.problem);
  }
  throw target.noAnswer(broken('ECONNRESET', 'the answer ended early'));
}

function pathOf(route: AdminRoute, { params = {}, query = {} }: Partial<AdminInput>): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = (params as Record<string, string>)[name]!;
    if (value === '') throw new ControlError('invalid_input', `the ${name} must not be empty`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query as object).filter(([, value]) => value !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Compiled checks by schema: progress is checked many times a second. */
const checks = new Map<TObject, { Check(value: unknown): boolean }>();

function read(target: AdminTarget, schema: TObject, body: unknown): unknown {
  const check = checks.get(schema) ?? Compile(schema);
  checks.set(schema, check);
  if (!check.Check(body)) throw otherVersion(target);
  return exactTimes(schema, body);
}
