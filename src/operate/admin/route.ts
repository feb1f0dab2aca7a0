import { type Static, type TObject, Type } from 'typebox';
import type { Operations } from '../operations.ts';

/** What a route gets: checked against its schemas. */
export interface AdminInput<Params = unknown, Query = unknown, Body = unknown> {
  params: Params;
  query: Query;
  body: Body;
}

/** How a job reports, and jobs are ended. */
export interface JobControls {
  onProgress(step: object): void;
  signal: AbortSignal;
  /** Asks a job to end. @param id the request id of its answer @returns false where it does not run */
  endJob(id: string): boolean;
}

/**
 * One route of the admin surface. Routing, validation, messages, OpenAPI and the client read this, so that what a command
 * sends is what the server takes.
 */
export interface AdminRoute<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Answer = unknown,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters in braces. */
  path: `/admin/v1/${string}`;
  /** What it does, in one line without a full stop. */
  summary: string;
  /** Status of its success. */
  status: 200 | 201;
  params: Params;
  query: Query;
  body: Body;
  /** What is answered, as JSON has it: instants are RFC 3339 there. */
  answer: TObject;
  /** Makes the route a job, which answers with a stream of events: of its progress in this form, then its result. */
  progress?: TObject;
  /** Answered only on the socket of the data directory. */
  onMachineOnly: boolean;
  bodyBytesLimit: number;
  /**
   * @returns the answer; its instants are unix milliseconds (`createdAtMs`), `readable-times.ts` makes them `createdAt`
   * @throws ControlError where the input or the state is at fault
   */
  run(
    operations: Operations,
    input: AdminInput<Static<Params>, Static<Query>, Static<Body>>,
    job: JobControls,
  ): Promise<Answer>;
}

type RouteParts<P extends TObject, Q extends TObject, B extends TObject, A> = Pick<
  AdminRoute<P, Q, B, A>,
  'summary' | 'answer' | 'run'
> &
  Partial<AdminRoute<P, Q, B, A>>;

const nothing = Type.Object({});
/** Enough for all but lists of paths. */
const usualBodyBytes = 64 * 1_024;

/** Checks a route's parts against each other; what it does not name takes nothing. */
export function route<
  A,
  P extends TObject = typeof nothing,
  Q extends TObject = typeof nothing,
  B extends TObject = typeof nothing,
>(
  method: AdminRoute['method'],
  path: AdminRoute['path'],
  parts: RouteParts<P, Q, B, A>,
): AdminRoute<P, Q, B, A> {
  return {
    method,
    path,
    status: 200,
    params: nothing as TObject as P,
    query: nothing as TObject as Q,
    body: nothing as TObject as B,
    onMachineOnly: false,
    bodyBytesLimit: usualBodyBytes,
    ...parts,
  };
}
