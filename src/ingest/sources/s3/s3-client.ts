import type { S3Client } from '@aws-sdk/client-s3';
import { UnreadableFile } from '../line-reader.ts';

/** How an object store is reached; default: Amazon's, with the region of the environment. */
export interface S3Place {
  /** Base address of another store that speaks S3: `https://storage.example.com`. */
  endpoint?: string;
  region?: string;
}

/** A bucket and what its keys begin with, as `s3://bucket/prefix` names them. */
export interface S3Address {
  bucket: string;
  prefix: string;
}

const connectMs = 10_000;
const silenceMs = 60_000;
/** Of names that DNS takes, as buckets have them. */
const addressPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s;

/** @throws Error where it is no `s3://bucket/prefix` */
export function parseS3Address(text: string): S3Address {
  const [, bucket, prefix = ''] = addressPattern.exec(text) ?? [];
  if (bucket !== undefined) return { bucket, prefix };
  throw new Error(`${text} is no address of objects: expected s3://bucket/prefix`);
}

/**
 * A client of the vendor's own. The package is loaded here, so that only an import from an object store pays for it.
 * Credentials come by the vendor's default chain: environment, profile, role.
 */
export async function openS3Client(place: S3Place): Promise<S3Client> {
  const client = await clientOf(place);
  if (place.region !== undefined) return client;
  const isKnown = await client.config.region().then(
    () => true,
    () => false,
  );
  // Neither the environment nor a profile names one: the region of a bucket is found by the first answer's redirect.
  return isKnown ? client : clientOf({ ...place, region: 'us-east-1' });
}

async function clientOf({ endpoint, region }: S3Place): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client({
    followRegionRedirects: true,
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Other stores do not know the newer checksums; LZ4 frames bring their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: silenceMs, throwOnRequestTimeout: true },
  });
}

const reasons: Readonly<Record<string, string>> = {
  CredentialsProviderError:
    'no credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, for the process that imports (the server, where one runs)',
  NoSuchBucket: 'there is no such bucket',
  NoSuchKey: 'the object is gone',
  PreconditionFailed: 'the object was replaced while it was read; import it again',
  AccessDenied:
    'access is denied; reading a bucket whose readers pay needs credentials that may call s3:ListBucket and s3:GetObject',
  InvalidAccessKeyId: 'the store does not know the access key',
  SignatureDoesNotMatch: 'the secret of the access key is wrong',
  ExpiredToken: 'the credentials have expired',
};

/** What went wrong with an object or a listing, in words. @param url what was asked for */
export function s3Fault(url: string, error: unknown): UnreadableFile {
  const { name = 'Error', message = String(error) } = error as Partial<Error>;
  return new UnreadableFile(`${url} cannot be read: ${reasons[name] ?? `${name}: ${message}`}`, {
    cause: error,
  });
}

/** Whether asking again may help. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof Error && Object.hasOwn(reasons, error.name));
}
