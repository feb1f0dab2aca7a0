import type { S3Client } from '@aws-sdk/client-s3';
import { UnreadableFile } from '../line-reader.ts';

/** Connection to an object store; default: Amazon's, with the region of the environment. */
export interface S3Place {
  /** Base URL of another S3-compatible store: `https://storage.example.com`. */
  endpoint?: string;
  region?: string;
}

/** A bucket and a key prefix, as in `s3://bucket/prefix`. */
export interface S3Address {
  bucket: string;
  prefix: string;
}

const connectMs = 10_000;
const silenceMs = 60_000;
/** Bucket names are restricted to DNS names. */
const addressPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s;

/** @throws Error if the text is no `s3://bucket/prefix` */
export function parseS3Address(text: string): S3Address {
  const [, bucket, prefix = ''] = addressPattern.exec(text) ?? [];
  if (bucket !== undefined) return { bucket, prefix };
  throw new Error(`${text} is no address of objects: expected s3://bucket/prefix`);
}

/**
 * Opens the vendor's client. Loads the package here, so that only imports from an object store pay for it.
 * Credentials come from the vendor's default chain: environment, profile, role.
 */
export async function openS3Client(place: S3Place): Promise<S3Client> {
  const client = await clientOf(place);
  if (place.region !== undefined) return client;
  const isKnown = await client.config.region().then(
    () => true,
    () => false,
  );
  // Neither the environment nor a profile sets a region: the redirect of the first answer reveals the bucket's region.
  return isKnown ? client : clientOf({ ...place, region: 'us-east-1' });
}

async function clientOf({ endpoint, region }: S3Place): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client({
    followRegionRedirects: true,
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Other stores do not support the newer checksums; LZ4 frames have their own.
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
    'access is denied; a requester-pays bucket needs credentials that may call s3:ListBucket and s3:GetObject',
  InvalidAccessKeyId: 'the store does not know the access key',
  SignatureDoesNotMatch: 'the secret of the access key is wrong',
  ExpiredToken: 'the credentials have expired',
};

export function s3Fault(url: string, error: unknown): UnreadableFile {
  const { name = 'Error', message = String(error) } = error as Partial<Error>;
  return new UnreadableFile(`${url} cannot be read: ${reasons[name] ?? `${name}: ${message}`}`, {
    cause: error,
  });
}

/** Whether a retry may help. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof Error && Object.hasOwn(reasons, error.name));
}
