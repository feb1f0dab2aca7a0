import type { Static, TObject } from 'typebox';
import type { PortalRequest } from '../http/server/portal-route.ts';
import { unacceptable } from '../kernel/problem.ts';
import { createInputCheck, type InputCheck } from '../routes/input-check.ts';
import { unfitValue } from '../routes/input-values.ts';
import { readJson } from '../routes/json-body.ts';
import { badRequest } from './refusal.ts';

export type { PortalRequest };

/** Answers the requests of one path. @param names Values of the path's placeholders. @throws Problem */
export type PortalHandler = (
  request: PortalRequest,
  names: Readonly<Record<string, string>>,
) => Promise<Response>;

/** A path below `/portal/api/`, like `accounts/{account}/keys`, with what answers its methods. */
export type PortalRoutes = Readonly<Record<string, Readonly<Record<string, PortalHandler>>>>;

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}

export function done(): Response {
  return new Response(null, { status: 204 });
}

const checks = new WeakMap<TObject, InputCheck>();

/** The fields of a form, by the schema of its path. @throws Problem 400 that names each fault */
export async function form<T extends TObject>(
  { request }: Pick<PortalRequest, 'request'>,
  schema: T,
): Promise<Static<T>> {
  return checkedForm(readJson(await request.text()), schema);
}

/** @throws Problem 400 */
function checkedForm<T extends TObject>(fields: unknown, schema: T): Static<T> {
  const check = checks.get(schema) ?? createInputCheck('body', schema);
  checks.set(schema, check);
  const faults = check(fields);
  if (faults.length > 0) throw unacceptable(faults);
  return fields as Static<T>;
}

/** The known fields of a form whose standard says to ignore all others. @throws Problem 400 */
export function knownFields<T extends TObject>(sent: unknown, schema: T): Static<T> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return checkedForm(sent, schema);
  const known = Object.entries(sent).filter(([field]) => Object.hasOwn(schema.properties, field));
  return checkedForm(Object.fromEntries(known), schema);
}

/** Refuses text of an address that no store can hold. @throws Problem 400 */
export function refuseUnfitAddress(url: URL): void {
  const unfit = unfitValue('the address', Object.fromEntries(url.searchParams));
  if (unfit !== undefined) throw badRequest(`${unfit.location} ${unfit.message}`);
}
