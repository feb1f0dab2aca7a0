import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Rng } from '../kernel/rng.ts';

/**
 * The form of an API key: `tdm_live_` or `tdm_test_`, 27 random base62 characters (160.7 bits),
 * 6 characters of checksum (docs/contract.md#keys).
 *
 * The checksum is CRC-32 written in base62. It is no secret and needs none: it only keeps mistyped
 * keys away from the store. CRC-32 finds every error burst of up to 32 bits, so one wrong character
 * and two swapped neighbours are always found, which a truncated SHA-256 could not promise.
 *
 * Nothing here or in the store compares keys: they are found by SHA-256 alone, and the time that
 * takes says nothing about a key of 160 random bits.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 27;
const checksumLength = 6;

export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

const bodyLength = 'tdm_live_'.length + secretLength;
export const keyLength = bodyLength + checksumLength;
const keyPattern = new RegExp(
  `^tdm_(?:${keyModes.join('|')})_[0-9A-Za-z]{${secretLength + checksumLength}}$`,
);

/** `count` base62 characters, each equally likely. */
export function randomBase62(count: number, rng: Rng): string {
  let text = '';
  while (text.length < count) {
    for (const byte of rng.bytes(count - text.length)) {
      // Bytes from 248 up are drawn again: 256 is no multiple of 62, so they would favour the first characters.
      if (byte < 248) text += alphabet[byte % 62];
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** A new key. It is shown once and kept nowhere: store {@link hashApiKey} of it. */
export function newApiKey(mode: KeyMode, rng: Rng): string {
  const body = `tdm_${mode}_${randomBase62(secretLength, rng)}`;
  return body + checksum(body);
}

/** True where the text has the form of a key and its checksum fits. Text of any length may be asked about. */
export function hasValidChecksum(key: string): boolean {
  if (key.length !== keyLength || !keyPattern.test(key)) return false;
  return checksum(key.slice(0, bodyLength)) === key.slice(bodyLength);
}

/** SHA-256 in lower-case hex: the only form in which a key is stored or logged. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** What a list shows so that its owner can recognize keys: `tdm_live_` and 4 characters, leaving 136 bits unknown. */
export function displayPrefix(key: string): string {
  return key.slice(0, 'tdm_live_'.length + 4);
}
