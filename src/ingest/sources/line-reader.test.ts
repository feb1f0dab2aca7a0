import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { compressFrameSync } from 'lz4-napi';
import { type FrameOptions, lz4Frame, skippableFrame } from '../../../test/fixtures/fills/lz4-frame.ts';
import { localFile } from './file-cursor.ts';
import { lineText, nextLine } from './line-batch.ts';
import { type LineReaderLimits, readLines } from './line-reader.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-line-reader-'));
after(() => rmSync(root, { recursive: true }));

const text = Array.from({ length: 20_000 }, (_, i) => `line ${i} of the file, ${i * 7919}\n`).join('');
const textLines = text.trimEnd().split('\n');

/** Placeholder for a line that is no valid UTF-8. */
const notText = '\u0000';

interface Content {
  lines: string[];
  /** `line` from 1. */
  faults: { line: number; reason: string; raw: string }[];
  bytesRead: number;
  torn: boolean;
}

/** Reads a file of this content whole, cut into its lines. */
async function read(
  content: Buffer | string,
  name = 'file.lz4',
  limits: LineReaderLimits = {},
): Promise<Content> {
  const path = join(root, name);
  writeFileSync(path, content);
  const all: Content = { lines: [], faults: [], bytesRead: 0, torn: false };
  for await (const batch of readLines(localFile(path), limits)) {
    assert.ok(batch.bytesRead >= all.bytesRead);
    const faults = [...batch.faults];
    for (let at = 0; ; ) {
      while (faults.length > 0 && faults[0]!.at <= at) {
        const { reason, raw } = faults.shift()!;
        all.faults.push({ line: all.lines.length + 1, reason, raw });
      }
      if (at === batch.bytes.length) break;
      const next = nextLine(batch.bytes, at);
      all.lines.push(lineText(batch.bytes, at, next, all.lines.length === 0) ?? notText);
      at = next;
    }
    assert.deepEqual(faults, [], 'every fault stands at a line');
    all.bytesRead = batch.bytesRead;
    all.torn = batch.torn;
  }
  return all;
}

test('the lines of a plain file come whole, whatever pieces it is read in', async () => {
  for (const batchBytes of [1, 1000, 1 << 22]) {
    const long = 'y'.repeat(3 << 20);
    const { lines, faults, torn } = await read(`${text}${long}\n${text}`, 'plain', { batchBytes });
    assert.deepEqual(lines, [...textLines, long, ...textLines]);
    assert.deepEqual([faults, torn], [[], false]);
  }
});

test('CRLF, blank lines and a byte order mark are no part of a line, and blank lines count', async () => {
  const { lines, torn } = await read('\ufeffone\r\n\r\n  \t\n\nfive €\nsix', 'plain');
  assert.deepEqual(lines, ['one', '', '', '', 'five €', 'six']);
  assert.equal(torn, true);
  assert.deepEqual((await read('', 'plain')).lines, []);
});

test('a line that is no UTF-8 is separated from its neighbours', async () => {
  const bytes = Buffer.concat([Buffer.from('one €\n'), Buffer.from([0xff, 0xfe, 10]), Buffer.from('three')]);
  const { lines, faults } = await read(bytes, 'plain');
  assert.deepEqual([lines, faults], [['one €', notText, 'three'], []]);
});

test('a line over the limit is rejected with its beginning, and the lines around it are kept', async () => {
  const limits = { lineBytesLimit: 2 << 20 };
  const long = 'x'.repeat(5 << 20);
  for (const content of [`one\n${long}\nthree\n`, `one\n${long}`]) {
    const { lines, faults } = await read(content, 'plain', limits);
    assert.deepEqual(
      lines.filter((line) => line !== ''),
      content.endsWith('\n') ? ['one', 'three'] : ['one'],
    );
    assert.equal(faults.length, 1);
    assert.equal(faults[0]!.line, 2);
    assert.match(faults[0]!.reason, /^line of 52428\d\d bytes is too long, at most 2097152 are read$/);
    assert.equal(faults[0]!.raw, 'x'.repeat(65_536));
  }
});

const frameKinds: Record<string, FrameOptions> = {
  'independent blocks': {},
  'linked blocks': { linked: true },
  'linked blocks smaller than the window': { linked: true, blockBytes: 3_000 },
  'content size and checksums': { contentSize: true, contentChecksum: true, blockChecksums: true },
  'stored blocks': { stored: true, blockChecksums: true },
  'linked blocks with checksums': { linked: true, contentChecksum: true, blockChecksums: true },
};

for (const [name, options] of Object.entries(frameKinds)) {
  test(`an LZ4 frame of ${name} is decoded`, async () => {
    const frame = lz4Frame(Buffer.from(text), options);
    const { lines, faults, bytesRead } = await read(frame);
    assert.deepEqual(faults, []);
    assert.deepEqual(lines, textLines);
    assert.equal(bytesRead, frame.length);
  });
}

test('all frames of a file are read, also where a line goes over from one into the next', async () => {
  const bytes = Buffer.from(text);
  const frames = [
    compressFrameSync(bytes.subarray(0, 100_003), { contentChecksum: true }),
    skippableFrame(Buffer.from('not for us')),
    compressFrameSync(Buffer.alloc(0)),
    lz4Frame(bytes.subarray(100_003), { linked: true }),
    skippableFrame(Buffer.alloc(3 << 20)),
  ];
  const content = Buffer.concat(frames);
  // The name says nothing: the first bytes do.
  for (const name of ['0.lz4', 'plain.jsonl']) {
    const { lines, faults, bytesRead } = await read(content, name);
    assert.deepEqual([faults, bytesRead], [[], content.length]);
    assert.deepEqual(lines, textLines);
  }
});

test('a cut frame keeps what was decoded before the cut and names the place', async () => {
  const first = lz4Frame(Buffer.from(text));
  const second = lz4Frame(Buffer.from(text), { contentChecksum: true });
  const cuts = [
    first.length + 3,
    first.length + 6,
    first.length + 9,
    first.length + second.length - 6,
    first.length + second.length - 2,
  ];
  for (const cut of cuts) {
    const { lines, faults } = await read(Buffer.concat([first, second]).subarray(0, cut));
    assert.deepEqual(lines.slice(0, 20_000), textLines);
    assert.equal(faults.length, 1, String(cut));
    assert.match(
      faults[0]!.reason,
      new RegExp(`^LZ4 frame at byte ${first.length}, near byte \\d+: truncated`),
    );
    assert.equal(faults[0]!.line, lines.length + 1);
  }
});

test('damage in a frame leaves the frames before it as they are and names the place', async () => {
  const good = lz4Frame(Buffer.from(text));
  const damage: [FrameOptions, number, RegExp][] = [
    [{}, 5, /header checksum does not match/],
    [{ blockChecksums: true }, 40_000, /block checksum does not match/],
    [{}, 10, /block of \d+ bytes is above the frame's limit/],
  ];
  for (const [options, at, expected] of damage) {
    const bad = lz4Frame(Buffer.from(text), options);
    bad[at] = bad[at]! ^ 0xff;
    const { lines, faults } = await read(Buffer.concat([good, bad]));
    assert.deepEqual(lines.slice(0, 20_000), textLines);
    assert.equal(faults.length, 1);
    assert.match(faults[0]!.reason, new RegExp(`^LZ4 frame at byte ${good.length}, near byte \\d+: `));
    assert.match(faults[0]!.reason, expected);
  }
  const { lines, faults } = await read(Buffer.concat([good, Buffer.from('garbage behind the frame')]));
  assert.deepEqual(lines, textLines);
  assert.match(faults[0]!.reason, /wrong magic number/);
});

test('a frame whose checksum or size does not match gives nothing, and the frames behind it are read', async () => {
  const bytes = Buffer.from(text);
  const wrongChecksum = lz4Frame(bytes, { contentChecksum: true });
  wrongChecksum[wrongChecksum.length - 1] = wrongChecksum.at(-1)! ^ 1;
  // A digit that was turned over in a block that still can be decoded.
  const wrongContent = lz4Frame(bytes, { contentChecksum: true, stored: true });
  wrongContent[200] = wrongContent[200]! ^ 1;
  const wrongSize = lz4Frame(bytes, { contentSize: true });
  const longer = lz4Frame(Buffer.concat([bytes, bytes]), { contentSize: true });
  longer.copy(wrongSize, 0, 0, 15);
  const cases: [Buffer, string][] = [
    [wrongChecksum, 'content checksum does not match'],
    [wrongContent, 'content checksum does not match'],
    [wrongSize, `content has ${bytes.length} bytes where the header says ${2 * bytes.length}`],
  ];
  for (const [wrong, reason] of cases) {
    const begun = lz4Frame(Buffer.from('a line\nthat goes over'));
    const { lines, faults } = await read(Buffer.concat([begun, wrong, lz4Frame(bytes)]));
    assert.deepEqual(lines, ['a line', 'that goes over', ...textLines]);
    assert.deepEqual(
      faults.map((fault) => [fault.line, fault.reason]),
      [[3, `LZ4 frame at byte ${begun.length}: ${reason}; nothing of it was read`]],
    );
  }
});

test('of a frame with a wrong block checksum nothing is given, not even the blocks before', async () => {
  const bad = lz4Frame(Buffer.from(text), { blockChecksums: true });
  bad[bad.length - 20] = bad.at(-20)! ^ 0xff;
  const { lines, faults } = await read(bad);
  assert.deepEqual([lines, faults.length], [[], 1]);
  assert.match(faults[0]!.reason, /block checksum does not match/);
});

test('a file of another format is one fault, not an exception', async () => {
  const contents: [Buffer, RegExp][] = [
    [Buffer.from('1f8b0800000000', 'hex'), /^gzip, near byte 7: unexpected end of file; the rest/],
    [Buffer.from('28b52ffd0458', 'hex'), /^file is Zstandard/],
    [Buffer.from('02214c1800', 'hex'), /^file is legacy LZ4/],
    [Buffer.from([0, 1, 2, 3, 4, 5]), /^file is neither LZ4 nor JSON lines/],
    [Buffer.alloc(0), /^file is empty, but its name says LZ4/],
    [Buffer.from('\ufeff{"a":1}\n', 'utf16le'), /^file is text in UTF-16; expected/],
    [Buffer.from('{"a":1}\n', 'utf16le'), /^file is text in UTF-16; expected/],
    [Buffer.from('{"a":1}\n', 'utf16le').swap16(), /^file is text in UTF-16; expected/],
    [Buffer.from(' [\n {"coin": "BTC"'), /^file is an answer of the exchange's API.* with --wallet/],
  ];
  for (const [content, expected] of contents) {
    const { lines, faults } = await read(content, '7.lz4');
    assert.equal(faults.length, 1);
    assert.match(faults[0]!.reason, expected);
    assert.deepEqual(lines, []);
  }
  assert.deepEqual((await read('{"a":1}\n', '8.lz4')).lines, ['{"a":1}'], 'plain lines under a wrong name');
});

test('a file that cannot be opened is named', async () => {
  await assert.rejects(async () => {
    for await (const _ of readLines(localFile(join(root, 'missing')))) assert.fail();
  }, /missing cannot be opened: ENOENT/);
});
