import { hourMs } from '../../../../src/kernel/clock.ts';
import { seededRng } from '../../../../src/kernel/rng.ts';
import { isWithin } from '../../../../src/kernel/span.ts';
import type { Wallet } from '../population.ts';
import type { NodeBlock, NodeKind } from './node-block.ts';
import type { NodeFaultKind, NodeFaultRates } from './node-fault-rates.ts';
import { type Incident, incidentsOf } from './node-incidents.ts';
import { linesOf } from './node-lines.ts';
import { createNodeOutput } from './node-output.ts';
import type { NodeSteps } from './node-steps.ts';

/** Turns blocks into steps on a node's directory, with all faults of a node. */
export interface NodeWriter {
  /** Blocks in order; all resulting steps are later than the block. */
  write(block: NodeBlock): void;
  /** False while the node is down; its info server does not answer then either. */
  readonly isUp: boolean;
  /** Occurrences of each kind of fault. */
  readonly faults: ReadonlyMap<NodeFaultKind, number>;
}

export interface NodeWriterOptions {
  /** Any text: the same blocks under the same seed are the same steps. */
  seed: string;
  rates: NodeFaultRates;
  kinds: readonly NodeKind[];
  wallets: readonly Wallet[];
  /** Hours of files to keep, in addition to the current hour. */
  keepHours: number;
  steps: NodeSteps;
}

/** Recent blocks that a restart may repeat. */
const recentLimit = 64;
const streamedLines = 4;
/** Delay from the start of an hour to the operator's upkeep of earlier files. */
const expireAfterMs = 300_000;
const compressAfterMs = 600_000;

export function createNodeWriter(options: NodeWriterOptions): NodeWriter {
  const { seed, rates, kinds, wallets, steps } = options;
  const faults = new Map<NodeFaultKind, number>();
  const count = (kind: NodeFaultKind) => void faults.set(kind, (faults.get(kind) ?? 0) + 1);
  let hour = -1;
  const coming: Incident[] = [];
  let lasting: Incident[] = [];
  let outage: Incident | undefined;
  /** Blocks of an outage that the node can still know when it is back. */
  let held: NodeBlock[] = [];
  let recent: NodeBlock[] = [];
  let writtenMs = 0;
  const outputs = kinds.map((kind) =>
    createNodeOutput({ kind, seed, rates: rates.lines, incidents: () => lasting, count, steps }),
  );

  function put(block: NodeBlock, how: { isLeftTorn?: boolean; lines?: number } = {}): void {
    for (const [index, kind] of kinds.entries()) {
      const texts = linesOf(kind, block, { wallets, writtenMs, lines: how.lines ?? 1 });
      outputs[index]!.put({ block: block.number, texts, writtenMs, ...how });
    }
  }
  function putOnTime(block: NodeBlock, isLeftTorn = false): void {
    const lagMs = Math.max(0, ...lasting.map((incident) => lagOf(incident, block.timeMs)));
    writtenMs = Math.max(writtenMs + 1, block.writtenMs + lagMs);
    const isStreamed = lasting.some((each) => each.kind === 'streamed' && isWithin(each, block.timeMs));
    put(block, { isLeftTorn, lines: isStreamed && !isLeftTorn ? streamedLines : 1 });
    recent.push(block);
    if (recent.length > recentLimit * 2) recent = recent.slice(-recentLimit);
  }

  function turnHour(block: NodeBlock): void {
    // A node that starts within an hour skips its earlier incidents, but gets those of the hour's end.
    const met = ({ kind, fromMs }: Incident) => kind === 'late' || fromMs >= block.timeMs - hourMs / 60;
    coming.push(...incidentsOf({ seed, hour, rates: rates.incidents, kinds }).filter(met));
    scheduleUpkeep(options, hour, count);
  }
  function goDown(incident: Incident, block: NodeBlock): void {
    outage = incident;
    if (incident.kind === 'crash') putOnTime(block, true);
    for (const output of outputs) output.flush();
    if (incident.kind === 'restart') held.push(block);
  }
  /** Repeats some blocks, then writes the missed blocks, one per millisecond. */
  function comeBack(incident: Incident): void {
    writtenMs = Math.max(writtenMs, incident.untilMs);
    outage = undefined;
    const repeated = incident.kind === 'missing' ? [] : recent.slice(-incident.repeats);
    for (const block of [...repeated, ...held]) {
      writtenMs += 1;
      put(block);
    }
    recent = [...recent, ...held].slice(-recentLimit);
    held = [];
  }
  /** @returns whether the node goes down with it, and leaves the block */
  function begin(incident: Incident, block: NodeBlock): boolean {
    const { kind } = incident;
    if (kind === 'missing' || kind === 'restart' || kind === 'crash') {
      if (outage !== undefined || recent.length < incident.repeats) return false;
      count(kind);
      goDown(incident, block);
      return true;
    }
    count(kind);
    if (!touchFiles(incident, block, steps)) lasting.push(incident);
    return false;
  }

  return {
    faults,
    get isUp() {
      return outage === undefined;
    },
    write(block) {
      if (Math.floor(block.timeMs / hourMs) !== hour) {
        hour = Math.floor(block.timeMs / hourMs);
        turnHour(block);
      }
      if (outage !== undefined && block.timeMs >= outage.untilMs) comeBack(outage);
      if (lasting.length > 0) {
        lasting = lasting.filter(({ untilMs }) => untilMs + 2 * hourMs > block.timeMs);
      }
      let isLeft = outage !== undefined;
      if (isLeft && outage!.kind === 'restart') held.push(block);
      while (coming[0] !== undefined && coming[0].fromMs <= block.timeMs) {
        if (begin(coming.shift()!, block)) isLeft = true;
      }
      if (!isLeft) putOnTime(block);
    },
  };
}

/** Lag of a node, ms: grows to the middle of the span, then shrinks. */
function lagOf({ kind, fromMs, untilMs }: Incident, timeMs: number): number {
  return kind === 'behind' ? Math.min(timeMs - fromMs, untilMs - timeMs) / 2 : 0;
}

/** @returns whether it is about files, and is a step now */
function touchFiles(incident: Incident, block: NodeBlock, steps: NodeSteps): boolean {
  const { kind, of, share, fromMs, untilMs } = incident;
  // Behind all steps that were handed over before this block.
  const atMs = block.writtenMs;
  const file = { kind: of, hour: Math.floor(atMs / hourMs), atMs };
  if (kind === 'shrunk') steps.add({ ...file, type: 'shrink', share });
  else if (kind === 'vanished' || kind === 'remade') {
    steps.add({ ...file, type: 'remove', isHeld: kind === 'vanished' });
  } else if (kind === 'hidden') {
    steps.add({ type: 'hide', atMs, kind: of });
    steps.add({ type: 'show', atMs: atMs + untilMs - fromMs, kind: of });
  } else return false;
  return true;
}

/** Scheduled upkeep of operators: removes old files, and compresses those of the previous hour. */
function scheduleUpkeep(
  { seed, kinds, rates, keepHours, steps }: NodeWriterOptions,
  hour: number,
  count: (kind: NodeFaultKind) => void,
): void {
  const startMs = hour * hourMs;
  steps.add({ type: 'expire', atMs: startMs + expireAfterMs, beforeHour: hour - keepHours });
  if (!rates.compresses) return;
  const rng = seededRng(`${seed}/node/compressed/${hour}`);
  for (const kind of kinds) {
    const as = (['gz', 'lz4', undefined] as const)[rng.below(3)];
    const atMs = startMs + compressAfterMs + rng.below(compressAfterMs);
    if (as === undefined) continue;
    steps.add({ type: 'compress', atMs, kind, hour: hour - 1, as });
    count('compressed');
  }
}
