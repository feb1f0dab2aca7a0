import type { S3Client } from '@aws-sdk/client-s3';
import { parseS3Address, s3Fault } from './s3-client.ts';

export interface ListedObject {
  bucket: string;
  key: string;
  /** `s3://bucket/key`. */
  url: string;
  /** Changes with the object's content. */
  etag: string;
  bytes: number;
}

const objectsLimit = 1_000_000;
const pageMs = 60_000;

/**
 * Lists the object of an address, or all objects below it like a directory: `s3://bucket/hourly/2026` does not match `20260501`.
 *
 * @throws UnreadableFile if no object is found or the store refuses
 */
export async function listObjects(
  client: S3Client,
  address: string,
  signal: AbortSignal,
): Promise<ListedObject[]> {
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
  const { bucket, prefix } = parseS3Address(address);
  const below = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const found: ListedObject[] = [];
  let next: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      Bucket: bucket,
      Prefix: prefix,
      RequestPayer: 'requester',
      ...(next !== undefined && { ContinuationToken: next }),
    });
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(pageMs)]);
    const page = await client.send(command, { abortSignal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw s3Fault(address, error);
    });
    for (const { Key: key, Size: bytes, ETag: etag } of page.Contents ?? []) {
      if (key === undefined || bytes === undefined || etag === undefined || key.endsWith('/')) continue;
      if (key !== prefix && !key.startsWith(below)) continue;
      found.push({ bucket, key, url: `s3://${bucket}/${key}`, etag, bytes });
    }
    if (found.length > objectsLimit)
      throw new Error(`more than ${objectsLimit} objects below ${address}; name fewer at a time`);
    const following = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    if (following !== undefined && following === next)
      throw new Error(`${address} cannot be listed: its pages repeat`);
    next = following;
  } while (next !== undefined);
  if (found.length > 0) return found;
  throw s3Fault(
    address,
    new Error('no object has this name or prefix; name an object or the prefix of its key'),
  );
}
