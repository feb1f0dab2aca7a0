import { inflateRawSync } from 'node:zlib';

/**
 * Unpacks a text: base64 of raw DEFLATE (RFC 1951).
 *
 * @throws Error if it is damaged, or longer than the limit once unpacked
 */
export function inflated(base64: string, bytesLimit: number): string {
  return inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: bytesLimit }).toString();
}
