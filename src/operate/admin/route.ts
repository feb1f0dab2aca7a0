import { type Static, type TObject, Type } from 'typebox';
import { usualBodyBytes } from '../operation.ts';
import type { Operations } from '../operations.ts';

/** Input of a route, validated against its schemas. */
export interface AdminInput<Params = unknown, Query = unknown, Body = unknown> {
  params: Params;
  query: Query;
  body: Body;
}

export interface JobControls {
  onProgress(step: object): void;
  signal: AbortSignal;
  /** Asks a job to end. @param id the request id of its answer @returns false if the job is not running */
  endJob(id: string): boolean;
}

/**
 * One route of the admin surface. Routing, validation, messages, OpenAPI and the client share this declaration, so that commands and
 * server agree.
 */
export interface AdminRoute<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Answer = unknown,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with parameters in braces. */
  path: `/admin/v1/${string}`;
  summary: string;
  status: 200 | 201;
  params: Params;
  query: Query;
  body: Body;
  /** Schema of the answer in its JSON form: instants are RFC 3339. */
  answer: TObject;
  /** Makes the route a job, which streams progress events of this schema, then its result. */
  progress?: TObject;
  /** Available only on the data directory's socket. */
  onMachineOnly: boolean;
  bodyBytesLimit: number;
  /**
   * @returns the answer, with instants in unix milliseconds (`createdAtMs`); `readable-times.ts` converts them to `createdAt`
   * @throws ControlError for a fault of the input or the state
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

/** Omitted parts accept no fields. */
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
