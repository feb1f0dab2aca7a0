import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';

/** The admin token of the tests. */
export const adminToken = 'a-token-of-more-than-32-characters-0123';

interface Call {
  body?: unknown;
  headers?: Record<string, string>;
  bearer?: string | null;
}

/** Calls an admin surface: `call('POST /admin/v1/keys', { body })`. */
export function adminCaller(url: string) {
  return async (line: string, { body, headers = {}, bearer = adminToken }: Call = {}) => {
    const [method, path] = line.split(' ') as [string, string];
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const request = httpRequest(`${url}${path}`, {
      method,
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': `${Buffer.byteLength(text)}`,
        }),
        ...headers,
      },
    });
    request.on('error', () => {}); // a refused body may break off; the answer is there all the same
    request.end(text);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const answer = Buffer.concat(await response.toArray()).toString('utf8');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: answer === '' ? undefined : JSON.parse(answer),
    };
  };
}
