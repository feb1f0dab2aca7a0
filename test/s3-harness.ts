import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';

/** A received request. */
export interface S3Request {
  method: string;
  /** With its leading slash and the bucket. */
  path: string;
  query: string;
  range: string | undefined;
  /** Whether the reader said that it pays. */
  pays: boolean;
}

const bucket = 'archive';
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

interface Context {
  method: string;
  path: string;
  querystring: string;
  req: IncomingMessage;
  respond?: boolean;
  get(header: string): string;
}
type Middleware = (ctx: Context, next: () => Promise<void>) => Promise<void>;

/** An object store on the loopback, with the bucket `archive`. */
export async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const requests: S3Request[] = [];
  /** Sees a request before the store; true ends its connection in place of an answer. */
  let fault: (request: S3Request) => boolean | Promise<boolean> = () => false;
  // The middleware list, missing from the types; the check must come first in it.
  (server as unknown as { middleware: Middleware[] }).middleware.unshift(async (ctx, next) => {
    const range = ctx.get('range') || undefined;
    const pays = ctx.get('x-amz-request-payer') === 'requester';
    const request = { method: ctx.method, path: ctx.path, query: ctx.querystring, range, pays };
    requests.push(request);
    if (await fault(request)) {
      ctx.respond = false;
      ctx.req.socket.destroy();
      return;
    }
    await next();
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });

  async function put(key: string, body: Buffer | string): Promise<void> {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
  }

  return {
    endpoint,
    address: `s3://${bucket}`,
    /** For the process that reads. */
    env: { AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey },
    requests,
    put,
    /** Puts all files of a directory below a prefix. */
    async putTree(prefix: string, tree: string): Promise<void> {
      for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        await put(`${prefix}${path.slice(tree.length)}`, readFileSync(path));
      }
    },
    remove: (key: string) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })),
    onRequest(next: typeof fault) {
      fault = next;
    },
    /** Requests for content since the last call. */
    takeReads(): S3Request[] {
      return requests.splice(0).filter(({ method, path }) => method === 'GET' && path.split('/')[2] !== '');
    },
    async close(): Promise<void> {
      client.destroy();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
