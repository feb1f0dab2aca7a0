import { type Static, type TObject, Type } from 'typebox';
import type { ControlStore } from '../control/store.ts';
import type { Operations } from './operations.ts';

/** What the admin surface works on. */
export interface AdminPorts {
  operations: Operations;
  accounts: Pick<
    ControlStore,
    'listAccounts' | 'findAccount' | 'createAccount' | 'grantTier' | 'endEntitlement' | 'setOverrides'
  >;
}

/** What a route gets: checked against its schemas. */
export interface AdminInput<Params = unknown, Query = unknown, Body = unknown> {
  params: Params;
  query: Query;
  body: Body;
}

/** One route of the admin surface: routing, validation and messages read this. */
export interface AdminRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its parameters in braces. */
  path: `/admin/v1/${string}`;
  /** Status of its success. */
  status: 200 | 201;
  params: TObject;
  query: TObject;
  body: TObject;
  /**
   * @returns what is answered; instants in it are shown in RFC 3339
   * @throws ControlError where the input or the state is at fault
   */
  run(ports: AdminPorts, input: AdminInput): Promise<unknown>;
}

interface RouteParts<P extends TObject, Q extends TObject, B extends TObject> {
  status?: 200 | 201;
  params?: P;
  query?: Q;
  body?: B;
  run(ports: AdminPorts, input: AdminInput<Static<P>, Static<Q>, Static<B>>): Promise<unknown>;
}

const nothing = Type.Object({});

/** Checks a route's parts against each other; what it does not name takes nothing. */
export function route<P extends TObject, Q extends TObject, B extends TObject>(
  method: AdminRoute['method'],
  path: AdminRoute['path'],
  parts: RouteParts<P, Q, B>,
): AdminRoute {
  const { status = 200, params = nothing, query = nothing, body = nothing } = parts;
  return { method, path, status, params, query, body, run: parts.run as AdminRoute['run'] };
}

/** Name of an account, and of a key. */
export const nameText = Type.String({ minLength: 1, maxLength: 64 });
export const idText = Type.String({ minLength: 1, maxLength: 64 });
/** RFC 3339 with an offset. */
export const instantText = Type.String({ format: 'date-time', maxLength: 40 });
export const listLimit = Type.Integer({ minimum: 1, maximum: 10_000 });
