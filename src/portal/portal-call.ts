import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { unfitValue } from '../routes/input-values.ts';
import { Refusal, unacceptable } from './refusal.ts';

/** One request of a page, as the server hands it in. */
export interface PortalRequest {
  /** Its address is the service's own, whatever Host the caller named. */
  request: Request;
  /** Address of the client. */
  client: string;
  /** True for a browser on this machine that names the service by a name of this machine. */
  local: boolean;
  requestId: string;
}

/** Answers the requests of one path. @param names what stands in the path's placeholders. @throws Refusal */
export type PortalHandler = (
  asked: PortalRequest,
  names: Readonly<Record<string, string>>,
) => Promise<Response>;

/** A path below `/portal/api/`, like `accounts/{account}/keys`, with what answers its methods. */
export type PortalRoutes = Readonly<Record<string, Readonly<Record<string, PortalHandler>>>>;

/** A body as JSON. */
export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}

/** Done, without a body. */
export function done(): Response {
  return new Response(null, { status: 204 });
}

/** The fields of a form, by the schema of its path. @throws Refusal 400 naming what is wrong with them */
export async function form<T extends TSchema>(
  { request }: Pick<PortalRequest, 'request'>,
  schema: T,
): Promise<Static<T>> {
  const fields = parsed(await request.text());
  const unfit = unfitValue('the form', fields);
  if (unfit !== undefined) throw unacceptable(`${unfit.location.replace('the form.', '')} ${unfit.message}`);
  if (Value.Check(schema, fields)) return fields as Static<T>;
  const faults = Value.Errors(schema, fields).map(
    ({ instancePath, message }) => `${instancePath.slice(1) || 'the form'} ${message}`,
  );
  throw unacceptable([...new Set(faults)].join('; '));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new Refusal(400, 'NOT_JSON', 'The body must be a JSON object.');
  }
}

/** Refuses what stands in an address and no store can hold. @throws Refusal 400 */
export function refuseUnfitAddress(url: URL): void {
  const unfit = unfitValue('the address', Object.fromEntries(url.searchParams));
  if (unfit !== undefined) throw unacceptable(`${unfit.location} ${unfit.message}`);
}
