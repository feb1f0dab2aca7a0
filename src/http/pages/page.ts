import { isAscii } from 'node:buffer';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { headerLines } from './head-text.ts';
import { type Encoding, matchesEtag } from './negotiate.ts';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** Smaller bodies fit one packet uncompressed. */
const compressMinBytes = 1_024;
const gzipLevel = 6;
const brotliQuality = 5;

/** ASCII bodies are text, others bytes: text goes out with its headers in one write, at half the cost. */
type Content = Buffer | string;

export interface Form {
  body: Content;
  /** Flat: name, value, name, value … */
  headers: readonly string[];
  notModifiedHeaders: readonly string[];
  /** Both header lists as text. */
  headLines: { 200: string; 304: string };
}

export interface Page {
  readonly status: number;
  readonly identity: Form;
  readonly gzip: Form | undefined;
  readonly br: Form | undefined;
  /** False if the body is too small to gain from compression. */
  readonly compressible: boolean;
  /** Opaque tag of the identity form, without quotes. */
  readonly tag: string;
  /** Headers specific to this answer, flat. */
  readonly ownHeaders: readonly string[];
  /** Names of the parts that are too old to count as available. */
  readonly staleParts: readonly string[];
  /** Size counted against the cache's bound: the body, its encoded forms, and the objects around them. */
  readonly sizeBytes: number;
  /** True if If-None-Match names this page. */
  matches(ifNoneMatch: string): boolean;
  /** The encoded form; compressed off the event loop at first use. */
  encoded(encoding: Encoding): Promise<Form>;
  /** Prepares the encoded forms that the previous page had. An equal body reuses them. */
  follow(previous: Page): Promise<void>;
}

export interface PageSource {
  status?: number;
  body: Content;
  contentType: string;
  cacheControl: string;
  vary: string;
  /** Further headers, flat. */
  headers?: readonly string[];
  staleParts?: readonly string[];
  encoded?: { gzip?: Buffer | undefined; br?: Buffer | undefined };
}

const overheadBytes = 4_096;

export function makePage({ body: given, ...source }: PageSource): Page {
  const body = contentOf(given);
  const tag = hash('sha1', body, 'base64url');
  const forms: { gzip?: Form; br?: Form } = {};
  const making: { gzip?: Promise<Form>; br?: Promise<Form> } = {};
  const compressed = { ...source.encoded };
  const identity = makeForm(source, body, tag, 'identity');
  const compressible = body.length > compressMinBytes;

  async function compress(encoding: 'gzip' | 'br'): Promise<Form> {
    const params = {
      [zlib.BROTLI_PARAM_QUALITY]: brotliQuality,
      [zlib.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    const bytes =
      compressed[encoding] ??
      (await (encoding === 'gzip' ? gzipAsync(body, { level: gzipLevel }) : brotliAsync(body, { params })));
    forms[encoding] = makeForm(source, bytes, tag, encoding);
    return forms[encoding];
  }

  async function encoded(encoding: Encoding): Promise<Form> {
    if (encoding === 'identity' || !compressible) return identity;
    making[encoding] ??= compress(encoding);
    return making[encoding];
  }

  return {
    status: source.status ?? 200,
    identity,
    get gzip() {
      return forms.gzip;
    },
    get br() {
      return forms.br;
    },
    compressible,
    tag,
    ownHeaders: source.headers ?? [],
    staleParts: source.staleParts ?? [],
    sizeBytes: body.length * 2 + overheadBytes,
    matches: (ifNoneMatch) => matchesEtag(ifNoneMatch, tag),
    encoded,
    async follow(previous) {
      for (const encoding of ['br', 'gzip'] as const) {
        const before = previous[encoding];
        if (before === undefined) continue;
        if (previous.tag === tag) compressed[encoding] = before.body as Buffer;
        await encoded(encoding);
      }
    },
  };
}

/**
 * The page's only copy of the body. A text's bytes are not kept too: they lie outside V8's heap, and V8 marks its whole heap
 * after each 64 MB of them (1 MB answers slowed the ones after them).
 */
function contentOf(body: Content): Content {
  if (typeof body !== 'string') return isAscii(body) ? body.toString('latin1') : body;
  return Buffer.byteLength(body) === body.length ? body : Buffer.from(body);
}

function makeForm(source: Omit<PageSource, 'body'>, body: Content, tag: string, encoding: Encoding): Form {
  // A strong tag promises equal bytes, so each encoding has its own tag.
  const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
  const shared = [
    'ETag',
    etag,
    'Cache-Control',
    source.cacheControl,
    'Vary',
    source.vary,
    'Access-Control-Allow-Origin',
    '*',
    ...(source.headers ?? []),
  ];
  const encodingHeader = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  const entity = [
    'Content-Type',
    source.contentType,
    'Content-Length',
    String(body.length),
    ...encodingHeader,
  ];
  const headers = [...entity, ...shared];
  const headLines = { 200: headerLines(headers), 304: headerLines(shared) };
  return { body, headers, notModifiedHeaders: shared, headLines };
}
