import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { Deserializer, Serializer } from 'node:v8';
import { replaceFile } from '../../../../src/kernel/whole-file.ts';
import { type ExchangeRecord, type RecordState, recordStateVersion } from '../record/exchange-record.ts';
import { type LivePlan, simulationModel } from './live-plan.ts';

/** There is a file, and it is not to be gone on from. */
export class UnusableCheckpoint extends Error {
  constructor(reason: string) {
    super(`the checkpoint of the simulated exchange is not used: ${reason}`);
    this.name = 'UnusableCheckpoint';
  }
}

const columnTypes = { Float64Array, Int32Array, Uint32Array, Uint16Array, Uint8Array };
type Column = InstanceType<(typeof columnTypes)[keyof typeof columnTypes]>;

interface Header {
  /** Identity of the exchange; the state of another one would be another history. */
  world: string;
  graphBytes: number;
  /** Type and elements of each column, in their order. */
  columns: [keyof typeof columnTypes, number][];
}

const lead = 'tidemark checkpoint';
const leadBytes = lead.length + 12;
const hashBytes = 32;

/**
 * Writes the state of a record atomically. The file consists of the header's length, the header, the graph of small values, the columns
 * straight from memory, and a SHA-256 of all that.
 *
 * @throws Error if the file cannot be written; an existing file stays
 */
export function writeCheckpoint(file: string, plan: LivePlan, record: ExchangeRecord): void {
  const { graph, columns } = pack(record.save());
  const header: Header = {
    world: worldOf(plan),
    graphBytes: graph.length,
    columns: columns.map((column) => [typeOf(column), column.length]),
  };
  const head = Buffer.from(JSON.stringify(header));
  const hash = createHash('sha256');
  replaceFile(file, (out) => {
    for (const piece of [leadOf(head.length), head, graph, ...columns]) {
      hash.update(piece);
      writeAll(out, piece);
    }
    writeAll(out, hash.digest());
  });
}

/**
 * @returns the written state; undefined if there is no file
 * @throws UnusableCheckpoint if it is damaged, or of another exchange or version
 */
export function readCheckpoint(file: string, plan: LivePlan): RecordState | undefined {
  let input: number;
  try {
    input = openSync(file, 'r');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UnusableCheckpoint((fault as Error).message);
  }
  try {
    return read(input, plan);
  } catch (fault) {
    throw fault instanceof UnusableCheckpoint ? fault : new UnusableCheckpoint((fault as Error).message);
  } finally {
    closeSync(input);
  }
}

function read(input: number, plan: LivePlan): RecordState {
  const hash = createHash('sha256');
  let left = fstatSync(input).size - hashBytes;
  /** No damaged length may ask for more than there is. */
  function take<T extends NodeJS.TypedArray>(bytes: number, make: () => T): T {
    if (!(bytes >= 0 && bytes <= left)) throw new UnusableCheckpoint('it is damaged');
    left -= bytes;
    const piece = make();
    readAll(input, piece);
    hash.update(piece);
    return piece;
  }
  const takeBytes = (bytes: number) => take(bytes, () => Buffer.alloc(bytes));

  const start = takeBytes(leadBytes).toString('latin1');
  if (!start.startsWith(lead)) throw new UnusableCheckpoint('it is damaged');
  const header = JSON.parse(takeBytes(Number(start.slice(lead.length))).toString()) as Header;
  if (header.world !== worldOf(plan)) {
    throw new UnusableCheckpoint('it is of another version of the simulator');
  }
  const graph = takeBytes(header.graphBytes);
  const columns = header.columns.map(([type, length]) => {
    const make = columnTypes[type];
    return take(length * make.BYTES_PER_ELEMENT, () => new make(length));
  });
  const written = Buffer.alloc(hashBytes);
  readAll(input, written);
  if (left !== 0 || !written.equals(hash.digest())) throw new UnusableCheckpoint('it is damaged');
  return unpack(graph, columns);
}

function worldOf({ seed, startMs, liveFromMs }: LivePlan): string {
  return JSON.stringify({ recordStateVersion, simulationModel, seed, startMs, liveFromMs });
}

/** V8's own format for everything but columns, which it would copy twice; it calls these hooks (Node.js, `v8.Serializer`). */
interface Hooks {
  _setTreatArrayBufferViewsAsHostObjects(treat: boolean): void;
  _writeHostObject(column: Column): void;
  _readHostObject(): Column;
}

function pack(state: RecordState): { graph: Buffer; columns: Column[] } {
  const columns: Column[] = [];
  const serializer = new Serializer() as Serializer & Hooks;
  serializer._setTreatArrayBufferViewsAsHostObjects(true);
  serializer._writeHostObject = (column) => void serializer.writeUint32(columns.push(column) - 1);
  serializer.writeHeader();
  serializer.writeValue(state);
  return { graph: serializer.releaseBuffer(), columns };
}

function unpack(graph: Buffer, columns: Column[]): RecordState {
  const deserializer = new Deserializer(graph) as Deserializer & Hooks;
  deserializer._readHostObject = () => columns[deserializer.readUint32()]!;
  deserializer.readHeader();
  return deserializer.readValue() as RecordState;
}

function typeOf(column: Column): keyof typeof columnTypes {
  // A Buffer is restored as its base type.
  const found = Object.entries(columnTypes).find(([, type]) => column instanceof type);
  if (found === undefined) throw new TypeError('a state holds a column of a type that is not known here');
  return found[0] as keyof typeof columnTypes;
}

const leadOf = (headBytes: number) => Buffer.from(`${lead}${String(headBytes).padStart(11)}\n`);

function writeAll(out: number, { buffer, byteOffset, byteLength }: NodeJS.TypedArray): void {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  for (let at = 0; at < byteLength; ) at += writeSync(out, bytes, at);
}

function readAll(input: number, { buffer, byteOffset, byteLength }: NodeJS.TypedArray): void {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  for (let at = 0; at < byteLength; ) {
    const got = readSync(input, bytes, at, byteLength - at, null);
    if (got === 0) throw new UnusableCheckpoint('it is cut off');
    at += got;
  }
}
