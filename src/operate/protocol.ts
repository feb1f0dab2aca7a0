import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { keyModes } from '../control/key-format.ts';
import { tiers } from '../domain/tier.ts';
import type { Operations } from './operations.ts';

/**
 * What goes over the operations socket: HTTP/1.1, one `POST /operations/{name}` per operation.
 * The request body is lines of JSON: first the argument, later perhaps `{"cancel":true}`. The
 * answer is lines of JSON too: {@link OperationEvent}s, of which `result` or `error` is the last.
 * A client that goes away cancels what it asked for.
 */
export const protocolVersion = '2';
export const protocolHeader = 'x-tidemark-protocol';

/** The owner says it lives this often, however long an operation stays without progress. */
export const heartbeatMs = 5_000;
/** An owner silent for this long is given up: longer than its longest pause, a few heartbeats at least. */
export const silenceLimitMs = 60_000;
/** Longest argument: some hundred thousand paths of a shell pattern. */
export const argumentBytesLimit = 16 * 1024 * 1024;

export type OperationEvent =
  | { event: 'progress'; data: unknown }
  | { event: 'heartbeat' }
  | { event: 'result'; data: unknown }
  | { event: 'error'; name: string; message: string };

export type OperationName = keyof Operations;

const text = Type.String({ minLength: 1, maxLength: 4096 });
const nothing = Type.Object({});
const withId = Type.Object({ id: text });

const argumentSchemas = {
  importPaths: Type.Union([
    Type.Object({ paths: Type.Array(text, { minItems: 1 }) }),
    Type.Object({ wallet: text, file: text }),
  ]),
  audit: nothing,
  createKey: Type.Object({
    accountName: Type.Optional(text),
    tier: Type.Optional(Type.Enum(tiers)),
    mode: Type.Optional(Type.Enum(keyModes)),
    name: Type.Optional(text),
    expiresAtMs: Type.Optional(Type.Integer()),
  }),
  listKeys: Type.Object({
    accountName: Type.Optional(text),
    limit: Type.Optional(Type.Integer()),
  }),
  revokeKey: withId,
  rotateKey: Type.Object({ id: text, overlapMs: Type.Optional(Type.Integer()) }),
  migrate: nothing,
  status: nothing,
} as const satisfies Record<OperationName, unknown>;

export type ArgumentOf<Name extends OperationName> = Static<(typeof argumentSchemas)[Name]>;

const checkers = Object.fromEntries(
  Object.entries(argumentSchemas).map(([name, schema]) => [name, Compile(schema)]),
);

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(argumentSchemas, name);
}

/** What is wrong with an operation's argument; undefined where nothing is. */
export function argumentFault(name: OperationName, argument: unknown): string | undefined {
  const checker = checkers[name]!;
  if (checker.Check(argument)) return undefined;
  const fault = checker.Errors(argument)[0];
  return `argument of ${name}${fault?.instancePath ?? ''} ${fault?.message ?? 'is not what it should be'}`;
}
