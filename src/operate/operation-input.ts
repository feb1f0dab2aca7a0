import { type TObject, type TSchema, Type } from 'typebox';
import { unacceptable } from '../kernel/problem.ts';
import { createInputCheck, readQuery } from '../routes/input-check.ts';
import type { Operation } from './operation.ts';

export interface InputParts {
  params: TObject;
  query: TObject;
  body: TObject;
}

/** An undefined body has no fields. */
export interface SentInput {
  params: unknown;
  query: unknown;
  body?: unknown;
}

/** The path carries the fields it names, the query or the body all others. */
export function inputParts({ method, path }: Pick<Operation, 'method' | 'path'>, input: TObject): InputParts {
  const inPath = new Set(Array.from(path.matchAll(/\{(\w+)\}/g), ([, field]) => field));
  const others = fieldsOf(input, (field) => !inPath.has(field));
  const nothing = Type.Object({});
  return {
    params: fieldsOf(input, (field) => inPath.has(field)),
    query: method === 'GET' ? others : nothing,
    body: method === 'GET' ? nothing : others,
  };
}

export function fieldsOf(input: TObject, has: (field: string) => boolean): TObject {
  const { properties, additionalProperties } = input as TObject & { additionalProperties?: boolean };
  const fields: [string, TSchema][] = Object.entries(properties).filter(([field]) => has(field));
  const options = additionalProperties === undefined ? {} : { additionalProperties };
  return Type.Object(Object.fromEntries(fields), options);
}

/** @returns reads the input of a request; throws Problem 400 listing every fault */
export function inputReader(parts: InputParts): (sent: SentInput) => Required<SentInput> {
  const checkParams = createInputCheck('path', parts.params);
  const checkQuery = createInputCheck('query', parts.query);
  const checkBody = createInputCheck('body', parts.body);
  return ({ params, query: sent, body = {} }) => {
    const query = readQuery(parts.query, sent as Record<string, unknown>);
    const faults = [...checkParams(params), ...checkQuery(query), ...checkBody(body)];
    if (faults.length > 0) throw unacceptable(faults);
    return { params, query, body };
  };
}
