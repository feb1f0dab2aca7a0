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

/** Answers the requests of one path. */
export type PortalHandler = (asked: PortalRequest) => Promise<Response>;

/** A body as JSON. */
export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}
