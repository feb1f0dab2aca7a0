/** Rates of faults per frame, as shares of all data frames. */
export interface FrameFaultRates {
  /** The connection ends without notice. */
  drop: number;
  /** Nothing more is sent on the connection, and it is not closed. */
  halfOpen: number;
  /** All connections end at once, and the next attempts are refused. */
  storm: number;
  duplicate: number;
  /** Comes after the frame that follows it. */
  reorder: number;
  /** Comes after several of the frames that follow it. */
  late: number;
  /** Is never sent. */
  gap: number;
  malformed: number;
}

/** Rates of faults per REST request. */
export interface RequestFaultRates {
  slow: number;
  /** An answer of 500, 502, 503 or 504. */
  serverError: number;
  /** A 429 although the budget was kept. */
  tooMany: number;
  /** The connection ends without an answer. */
  lost: number;
  /** An answer that is no JSON. */
  garbled: number;
}

export interface FaultRates {
  frames: FrameFaultRates;
  requests: RequestFaultRates;
  /** The exchange's clock is off by up to so much, either way, for as long as the plan runs. */
  clockSkewMs: number;
}

const mild: FaultRates = {
  frames: {
    drop: 0.0005,
    halfOpen: 0.0001,
    storm: 0.0001,
    duplicate: 0.01,
    reorder: 0.005,
    late: 0.005,
    gap: 0.001,
    malformed: 0.001,
  },
  requests: { slow: 0.02, serverError: 0.02, tooMany: 0.01, lost: 0.01, garbled: 0.005 },
  clockSkewMs: 500,
};

/** Ready-made intensities. */
export const faultProfiles = {
  none: times(mild, 0),
  mild,
  /** The most that a connector can still handle. */
  heavy: times(mild, 8),
} satisfies Record<string, FaultRates>;

export type FaultProfile = keyof typeof faultProfiles;

/** Every rate of an intensity multiplied. */
function times({ frames, requests, clockSkewMs }: FaultRates, factor: number): FaultRates {
  const scaled = <R extends object>(rates: R) =>
    Object.fromEntries(Object.entries(rates).map(([kind, rate]) => [kind, rate * factor])) as R;
  return { frames: scaled(frames), requests: scaled(requests), clockSkewMs: clockSkewMs * factor };
}
