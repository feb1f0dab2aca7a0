/** Kinds of data that are currently available (docs/contract.md#availability-and-freshness). */
export interface Availability {
  historicalClearinghouse: boolean;
  liquidations: boolean;
  liveCandles: boolean;
  markPrices: boolean;
  userActions: boolean;
}

/** Time of the newest datum of each kind, RFC 3339; empty without data. */
export interface Freshness {
  historicalClearinghouse: string;
  liquidations: string;
  liveCandles: string;
  livePositions: string;
  longShort: string;
  markPrices: string;
}

/** State of the live source's data: the `availability` and `freshness` blocks of an answer. */
export interface LiveData {
  availability(): Availability;
  freshness(): Freshness;
}

/** For processes without a live source: no data are up to date. */
export const noLiveData: LiveData = {
  availability: () => ({
    historicalClearinghouse: false,
    liquidations: false,
    liveCandles: false,
    markPrices: false,
    userActions: false,
  }),
  freshness: () => ({
    historicalClearinghouse: '',
    liquidations: '',
    liveCandles: '',
    livePositions: '',
    longShort: '',
    markPrices: '',
  }),
};
