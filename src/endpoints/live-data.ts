/** Which kinds of data are at hand now (docs/contract.md#availability-and-freshness). */
export interface Availability {
  historicalClearinghouse: boolean;
  liquidations: boolean;
  liveCandles: boolean;
  markPrices: boolean;
  userActions: boolean;
}

/** Time of the newest datum of each kind, RFC 3339; empty where there is none. */
export interface Freshness {
  historicalClearinghouse: string;
  liquidations: string;
  liveCandles: string;
  livePositions: string;
  longShort: string;
  markPrices: string;
}

/** How new the data of the live source are: the `availability` and `freshness` blocks of an answer. */
export interface LiveData {
  availability(): Availability;
  freshness(): Freshness;
}

/** Where no live source runs: nothing is kept up to date. */
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
