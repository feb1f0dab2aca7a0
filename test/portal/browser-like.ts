import assert from 'node:assert/strict';

/** A browser as a server sees it: keeps cookies, and sends the origin of its pages. */
export interface Visitor {
  readonly cookies: Map<string, string>;
  /** Requests a path of the pages' own API. @param fields the body of a form */
  ask(method: string, path: string, fields?: object, headers?: Record<string, string>): Promise<Answered>;
}

export interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what a page reads of it is the test's own matter
  body: any;
  text: string;
}

/** @param from the address that a proxy would forward; default: a browser on this machine */
export function visitor(url: string, from?: string): Visitor {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async ask(method, path, fields, headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(`${url}/portal/api/${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(method !== 'GET' && { Origin: new URL(url).origin, 'Content-Type': 'application/json' }),
          ...(cookie !== '' && { Cookie: cookie }),
          ...(from !== undefined && { 'X-Forwarded-For': from }),
          ...headers,
        },
        ...(method !== 'GET' && { body: JSON.stringify(fields ?? {}) }),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? assert.fail(line);
        if (/max-age=0/i.test(line) || value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const text = await answer.text();
      const isJson = /^application\/(problem\+)?json/.test(answer.headers.get('content-type') ?? '');
      const body = isJson && text !== '' ? JSON.parse(text) : undefined;
      // Names the request: two answers are alike without it.
      if (answer.status >= 400) delete body?.instance;
      return {
        status: answer.status,
        headers: answer.headers,
        text,
        body,
      };
    },
  };
}
