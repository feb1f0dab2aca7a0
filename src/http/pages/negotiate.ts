import { BoundedMap } from '../../kernel/bounded-map.ts';
export type Encoding = 'identity' | 'gzip' | 'br';

const memoLimit = 256;

/** Acceptable encodings, best first: br, gzip, identity (RFC 9110 §12.5.3). */
export type EncodingChoice = readonly Encoding[];

const identityOnly: EncodingChoice = ['identity'];

/**
 * Reads Accept-Encoding. The smallest form that the client allows wins; `q=0` forbids an encoding. A client that
 * forbids every available encoding gets identity, as the RFC permits.
 */
export function parseAcceptEncoding(header: string): EncodingChoice {
  const quality = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...options] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const q = options.find((option) => option.startsWith('q='));
    const value = q === undefined ? 1 : Number(q.slice(2));
    if (name !== '') quality.set(name === 'x-gzip' ? 'gzip' : name, Number.isFinite(value) ? value : 0);
  }
  const any = quality.get('*') ?? 0;
  const allowed: Encoding[] = [];
  for (const encoding of ['br', 'gzip'] as const) {
    if ((quality.get(encoding) ?? any) > 0) allowed.push(encoding);
  }
  return [...allowed, 'identity'];
}

/** {@link parseAcceptEncoding} with a bounded cache: most clients send the same few headers. */
export function createEncodingChoices(): (header: string | undefined) => EncodingChoice {
  const memo = new BoundedMap<string, EncodingChoice>(memoLimit);
  return (header) => {
    if (header === undefined) return identityOnly;
    let choice = memo.get(header);
    if (choice === undefined) {
      choice = parseAcceptEncoding(header);
      memo.set(header, choice);
    }
    return choice;
  };
}

/**
 * True if If-None-Match names the entity: `*`, or a list with its tag, weak or strong (RFC 9110 §13.1.2). Tags
 * of encoded forms match too, since all forms have the same content.
 *
 * @param tag the opaque tag without quotes
 */
export function matchesEtag(header: string, tag: string): boolean {
  if (header === `"${tag}"` || header.trim() === '*') return true;
  for (const [, sent] of header.matchAll(/(?:W\/)?"([^"]*)"/g)) {
    if (sent === tag || sent === `${tag}-gzip` || sent === `${tag}-br`) return true;
  }
  return false;
}
