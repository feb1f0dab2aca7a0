import type { HalfOpenSpan } from '../../kernel/span.ts';
import type { ObjectVersion } from '../source.ts';
import { inReadingOrder, isNamedWithin, isS3Address, missingHours } from './archive-names.ts';
import { type ArchiveFile, listArchiveFiles } from './file-tree.ts';
import { type ListedObject, listObjects } from './s3/object-list.ts';
import { objectParts } from './s3/object-parts.ts';
import { createObjectReads } from './s3/object-reads.ts';
import { openS3Client, type S3Place } from './s3/s3-client.ts';

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
