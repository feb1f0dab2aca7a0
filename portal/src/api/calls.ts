import type { BodyOf, OperationId, ParametersOf } from '../../../clients/typescript/src/call.ts';
import { callTable } from '../../../clients/typescript/src/generated/calls.ts';
import type { components } from '../../../clients/typescript/src/generated/schema.ts';

export type { BodyOf, OperationId, ParametersOf };
export type Schemas = components['schemas'];

/** A call of the API: an operation of openapi.json with its parameters. */
export interface ApiCall<Id extends OperationId = OperationId> {
  id: Id;
  params: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
}

interface NamedEntry {
  path: string;
  inPath: readonly string[];
  /** `pulse.cohortsDailyStats`: the call of the TypeScript client. */
  name: string;
}

const entries = new Map<string, NamedEntry>(
  Object.entries(callTable).flatMap(([group, calls]) =>
    Object.entries(calls).map(
      ([name, { id, path, inPath }]) => [id, { path, inPath, name: `${group}.${name}` }] as const,
    ),
  ),
);

/** @throws Error for an unknown operation */
export function entryOf(id: OperationId): NamedEntry {
  const entry = entries.get(id);
  if (entry === undefined) throw new Error(`no operation ${id}`);
  return entry;
}

type Given<Id extends OperationId> = keyof ParametersOf<Id> extends never
  ? [params?: Record<string, never>]
  : Record<string, never> extends ParametersOf<Id>
    ? [params?: ParametersOf<Id>]
    : [params: ParametersOf<Id>];

/** Names a call: `callOf('pulse.leaderboard', { limit: 5 })`. */
export function callOf<Id extends OperationId>(id: Id, ...[params]: Given<Id>): ApiCall<Id> {
  return { id, params: (params ?? {}) as ApiCall['params'] };
}

/** The page of the reference about a call, with its parameters filled in. */
export function referenceAddress({ id, params }: Pick<ApiCall, 'params'> & { id: string }): string {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(given);
  return `/docs/reference/${id}${query.size === 0 ? '' : `?${query}`}`;
}

/** Path and query of a call. Parameters that are undefined are left out. */
export function addressOf({ id, params }: ApiCall): string {
  const { path, inPath } = entryOf(id);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && !inPath.includes(name)) query.set(name, String(value));
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}
