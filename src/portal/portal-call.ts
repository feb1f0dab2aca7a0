import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Refusal } from './refusal.ts';

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

/** Done, with nothing to tell. */
export function done(): Response {
  return new Response(null, { status: 204 });
}

/** The fields of a form. @throws Refusal 400 naming what is wrong with them */
export async function form<T extends TSchema>({ request }: PortalRequest, schema: T): Promise<Static<T>> {
  const text = await request.text();
  let fields: unknown;
  try {
    fields = JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new Refusal(400, 'NOT_JSON', 'The body must be a JSON object.');
  }
  if (Value.Check(schema, fields)) return fields as Static<T>;
  const faults = Value.Errors(schema, fields).map(
    ({ instancePath, message }) => `${instancePath.slice(1) || 'the form'} ${message}`,
  );
  throw new Refusal(400, 'UNACCEPTABLE', [...new Set(faults)].join('; '));
}
