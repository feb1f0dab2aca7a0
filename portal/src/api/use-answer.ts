import { useEffect, useRef, useState } from 'preact/hooks';
import { knownOf, readAgain, readPushed, watch } from './answers.ts';
import { type ApiCall, addressOf, type BodyOf, type OperationId } from './calls.ts';
import type { CallFailure } from './failure.ts';
import { type Push, usePush } from './push.ts';

/** An answer as a page sees it. */
export interface Answered<Body> {
  /** The newest body; that of the parameters before while that of new ones is awaited. */
  body: Body | undefined;
  headers: Headers | undefined;
  failure: CallFailure | undefined;
  /** True while the body belongs to earlier parameters. */
  isPending: boolean;
  /** False until the first request: a call out of sight is not sent. */
  isWanted: boolean;
  /** True while events are pushed for this answer. */
  isLive: boolean;
  /** Last confirmation, unix ms. */
  atMs: number;
  retry: () => void;
}

/** Polling interval of streamed answers: figures outside the stream may change. */
const liveEveryMs = 15_000;

interface UseAnswerOptions {
  /** Polling interval while the page is visible, milliseconds; default: never. */
  everyMs?: number | undefined;
  /** Events that trigger a read; while they arrive, polling is rare. */
  push?: Push | undefined;
  /** False suppresses the call. */
  isWanted?: boolean | undefined;
}

/** The answer of a call, refreshed while it is visible. */
export function useAnswer<Id extends OperationId>(
  call: ApiCall<Id> | undefined,
  { everyMs: askedMs = 0, push, isWanted = true }: UseAnswerOptions = {},
): Answered<BodyOf<Id>> {
  const [, changed] = useState(0);
  const address = call === undefined ? undefined : addressOf(call);
  const known = call && knownOf(call);
  const latest = useRef(call);
  latest.current = call;
  const isLive = usePush(isWanted ? push : undefined, () => latest.current && readPushed(latest.current));
  const everyMs = isLive && askedMs > 0 ? Math.max(askedMs, liveEveryMs) : askedMs;
  const drawnMs = useRef(0);
  drawnMs.current = known?.atMs ?? 0;
  useEffect(() => {
    if (latest.current === undefined || !isWanted) return undefined;
    const draw = () => changed((count) => count + 1);
    const end = watch(latest.current, everyMs, draw);
    // Asked for by another part, it may have come between the drawing and now.
    if (knownOf(latest.current).atMs !== drawnMs.current) draw();
    return end;
  }, [address, everyMs, isWanted]);
  const before = useRef<BodyOf<Id> | undefined>(undefined);
  const hasBody = known !== undefined && known.atMs > 0;
  if (hasBody) before.current = known.body as BodyOf<Id>;
  return {
    body: before.current,
    headers: known?.headers,
    failure: known?.failure,
    isPending: !hasBody,
    isWanted,
    isLive,
    atMs: known?.atMs ?? 0,
    retry: () => latest.current && readAgain(latest.current),
  };
}
