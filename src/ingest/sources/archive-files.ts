import type { S3Client } from '@aws-sdk/client-s3';
import { pause } from '../../kernel/pause.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import type { ObjectVersion } from '../source.ts';
import { inReadingOrder, isNamedWithin, isS3Address, missingHours } from './archive-names.ts';
import { type ArchiveFile, listArchiveFiles } from './file-tree.ts';
import { type ListedObject, listObjects } from './s3/object-list.ts';
import { createObjectReads, type FetchPart } from './s3/object-reads.ts';
import { isPassing, openS3Client, type S3Place, s3Fault } from './s3/s3-client.ts';

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
function objectParts(client: S3Client, objects: readonly ListedObject[], signal: AbortSignal): FetchPart {
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

export interface ArchiveSelection {
  /** Files, directories, and addresses of objects (`s3://bucket/prefix`). */
  paths: readonly string[];
  /** Object store to read from; default: Amazon's. */
  s3?: S3Place;
  /** Only files whose name has an hour or day within one of these; default: all. */
  spans?: readonly HalfOpenSpan[];
}

export interface SelectedFile extends ArchiveFile {
  /** Content version of an object. */
  etag?: string;
}

export interface SelectedFiles {
  /** In reading order. */
  files: SelectedFile[];
  /** Unreadable entries below a directory, with the reason. */
  unread: { path: string; reason: string }[];
  /** Objects skipped because they were imported before. */
  known: { files: number; bytes: number };
  /** Number of files outside the spans. */
  outside: number;
  /** Hours without a file, within the spans or between the first and the last file. */
  missing: string[];
  close(): void;
}

/**
 * Lists files and objects. Reads none of them until it is opened.
 *
 * @param known objects imported before
 * @param signal ends listing and reading of objects
 * @throws Error naming a path that does not exist, an address without objects, or why a store cannot be listed
 */
export async function selectFiles(
  selection: ArchiveSelection,
  known: readonly ObjectVersion[],
  signal: AbortSignal,
): Promise<SelectedFiles> {
  const { paths, s3 = {}, spans } = selection;
  const addresses = paths.filter(isS3Address);
  const local = await listArchiveFiles(paths.filter((path) => !isS3Address(path)));
  const client = addresses.length > 0 ? await openS3Client(s3) : undefined;
  const byUrl = new Map<string, ListedObject>();
  for (const address of addresses)
    for (const object of await listObjects(client!, address, signal)) byUrl.set(object.url, object);

  const isMeant = ({ path }: { path: string }) =>
    spans === undefined || spans.some((span) => isNamedWithin(path, span));
  const all = [...local.files, ...[...byUrl.values()].map((object) => ({ ...object, path: object.url }))];
  const meant = all.filter(isMeant);
  const knownTags = new Map(known.map(({ url, etag }) => [url, etag]));
  const isKnown = (file: { path: string }) => 'etag' in file && knownTags.get(file.path) === file.etag;
  const old = meant.filter(isKnown);
  const ordered = inReadingOrder(meant.filter((file) => !isKnown(file)));
  const objects = ordered.filter((file) => 'etag' in file);
  const reads =
    client === undefined
      ? undefined
      : createObjectReads(
          objects.map(({ bytes }) => bytes),
          objectParts(client, objects, signal),
        );
  const placeOf = new Map(objects.map(({ path }, i) => [path, i]));
  return {
    files: ordered.map((file) =>
      'etag' in file ? { ...file, open: async () => reads!(placeOf.get(file.path)!) } : file,
    ),
    unread: local.unread,
    known: { files: old.length, bytes: old.reduce((sum, { bytes }) => sum + bytes, 0) },
    outside: all.length - meant.length,
    missing: missingHours(
      meant.map(({ path }) => path),
      spans,
    ),
    close: () => client?.destroy(),
  };
}
