/** Shares of all lines of a node's file. */
export interface LineFaultRates {
  /** The first half of a line is visible for up to some seconds before the rest follows. */
  torn: number;
  /** A block is written twice. */
  doubled: number;
}

/** Mean hourly rates of incidents of a node or its directory (docs/exchange.md#how-a-node-breaks). */
export interface IncidentRates {
  /** Blocks that are never written: the node lost its peer, or is upgraded. */
  missing: number;
  /** The node is down for a while, then writes all missed blocks at once, and repeats some blocks. */
  restart: number;
  /**
   * The node dies within a line, which stays torn; its output after the restart follows that directly. Blocks of the downtime are missing.
   */
  crash: number;
  /** The node lags the exchange by minutes, then catches up. */
  behind: number;
  /** No output for some seconds, then all of it at once. */
  burst: number;
  /** Output is buffered and written in pieces of 4 KiB; the last line of each piece is torn. */
  buffered: number;
  /** Blocks are written as their events happen: over several lines. */
  streamed: number;
  /** The last blocks of an hour are appended to its file when the next file already exists. */
  late: number;
  /** A file is truncated to a part of its content. */
  shrunk: number;
  /** A file is removed while the node writes it: the output of the rest of the hour is in no file. */
  vanished: number;
  /** A file is removed, and the node recreates it with its next line. */
  remade: number;
  /** A directory is gone for some time, as a mount that appears later, and then all there. */
  hidden: number;
}

export interface NodeFaultRates {
  lines: LineFaultRates;
  incidents: IncidentRates;
  /** Files of hours that are over are compressed, by gzip or LZ4, or left as they are. */
  compresses: boolean;
}

export type IncidentKind = keyof IncidentRates;
export type NodeFaultKind = keyof LineFaultRates | IncidentKind | 'compressed';

const mild: NodeFaultRates = {
  lines: { torn: 0.002, doubled: 0.001 },
  incidents: {
    missing: 0.5,
    restart: 0.3,
    crash: 0.2,
    behind: 0.2,
    burst: 2,
    buffered: 0.5,
    streamed: 0.5,
    late: 0.7,
    shrunk: 0.1,
    vanished: 0.05,
    remade: 0.1,
    hidden: 0.1,
  },
  compresses: true,
};

/** Ready-made intensities. */
export const nodeFaultProfiles = {
  none: { ...times(mild, 0), compresses: false },
  mild,
  heavy: times(mild, 6),
} satisfies Record<string, NodeFaultRates>;

/** Every kind of fault by its name. */
export const nodeFaultKinds: readonly string[] = [
  ...Object.keys(mild.lines),
  ...Object.keys(mild.incidents),
  'compressed',
];

/**
 * @param spec a profile, or kinds separated by commas, each with its rate or the rate of `heavy`: `missing=4,torn`; other kinds are off
 * @returns undefined if a name is unknown, or a rate is negative or not a number
 */
export function nodeFaultRates(spec: string): NodeFaultRates | undefined {
  if (Object.hasOwn(nodeFaultProfiles, spec))
    return nodeFaultProfiles[spec as keyof typeof nodeFaultProfiles];
  const { heavy } = nodeFaultProfiles;
  const requests = new Map<string, number | undefined>();
  for (const part of spec.split(',')) {
    const [, kind = '', rate] = /^\s*([a-z]+)\s*(?:=\s*(\d+(?:\.\d+)?)\s*)?$/.exec(part) ?? [];
    if (!nodeFaultKinds.includes(kind)) return undefined;
    requests.set(kind, rate === undefined ? undefined : Number(rate));
  }
  const only = <R extends object>(rates: R) =>
    Object.fromEntries(
      Object.entries(rates).map(([kind, rate]) => [
        kind,
        requests.has(kind) ? (requests.get(kind) ?? rate) : 0,
      ]),
    ) as R;
  return {
    lines: only(heavy.lines),
    incidents: only(heavy.incidents),
    compresses: requests.has('compressed'),
  };
}

function times({ lines, incidents, compresses }: NodeFaultRates, factor: number): NodeFaultRates {
  const scaled = <R extends object>(rates: R) =>
    Object.fromEntries(Object.entries(rates).map(([kind, rate]) => [kind, rate * factor])) as R;
  return { lines: scaled(lines), incidents: scaled(incidents), compresses };
}
