import type { S3Client } from '@aws-sdk/client-s3';
import { pause } from '../../../kernel/pause.ts';
import type { ListedObject } from './object-list.ts';
import type { FetchPart } from './object-reads.ts';
import { isPassing, s3Fault } from './s3-client.ts';

const attempts = 5;
const firstPauseMs = 500;
/** Timeout of a part: 8 MiB at 70 kB/s. */
const partMs = 120_000;

/**
 * Fetches parts of listed objects, in up to five attempts. Refuses an object that was replaced since its listing.
 *
 * @param signal aborts the fetch in progress
 * @returns a function that throws UnreadableFile if a part cannot be fetched
 */
export function objectParts(
  client: S3Client,
  objects: readonly ListedObject[],
  signal: AbortSignal,
): FetchPart {
  return async (i, from, until) => {
    const object = objects[i]!;
    for (let attempt = 1; ; attempt++) {
      try {
        return await fetchPart(client, object, { from, until }, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (attempt >= attempts || !isPassing(error)) throw s3Fault(object.url, error);
      }
      await pause(firstPauseMs * 2 ** (attempt - 1), signal);
    }
  };
}

async function fetchPart(
  client: S3Client,
  { bucket, key, etag }: ListedObject,
  { from, until }: { from: number; until: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    IfMatch: etag,
    RequestPayer: 'requester',
    Range: `bytes=${from}-${until - 1}`,
  });
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(partMs)]);
  const { Body: body, ETag: version } = await client.send(command, { abortSignal });
  // Some stores ignore the condition.
  if (version !== etag) throw Object.assign(new Error('another version'), { name: 'PreconditionFailed' });
  const bytes = Buffer.allocUnsafeSlow(until - from);
  let length = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    abortSignal.throwIfAborted();
    if (length + piece.length > bytes.length)
      throw new Error(`more came than the ${bytes.length} bytes asked for`);
    length += piece.copy(bytes, length);
  }
  if (length < bytes.length) throw new Error(`${length} of ${bytes.length} bytes came`);
  return bytes;
}
