import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiCall, BodyOf, OperationId } from '../api/calls.ts';
import type { Push } from '../api/push.ts';
import { type Answered, useAnswer } from '../api/use-answer.ts';
import { ApiButton } from '../figure/call-dialog.tsx';
import { EmptyNote } from './empty-note.tsx';
import { FailureNote, panelFailure } from './failure-note.tsx';
import { heightOf, type Shape, Skeleton } from './skeleton.tsx';

interface PanelProps {
  title: string;
  /** The call behind it, which its API button shows. */
  call?: ApiCall | undefined;
  /** Controls next to the title: a choice of period, a link. */
  actions?: ComponentChildren;
  /** Columns of the page's grid that it takes, of twelve; all by default. */
  span?: number | undefined;
  children: ComponentChildren;
  isPending?: boolean | undefined;
  /** Its content comes by a stream. */
  isLive?: boolean;
}

const liveSaid = 'Comes as it happens';

/** A titled part of a page. */
export function Panel({ isPending = false, isLive = false, span = 12, ...panel }: PanelProps) {
  const { title, call, actions, children } = panel;
  return (
    <section
      class={`panel span-${span}${isPending ? ' pending' : ''}`}
      aria-label={title}
      aria-busy={isPending}
    >
      <header>
        <h2>{title}</h2>
        {isLive && <span class="live-dot" role="img" aria-label={liveSaid} title={liveSaid} />}
        <div class="panel-actions">
          {actions}
          {call !== undefined && <ApiButton call={call} />}
        </div>
      </header>
      {children}
    </section>
  );
}

interface AnswerPanelProps<Id extends OperationId>
  extends Omit<PanelProps, 'call' | 'children' | 'isPending' | 'isLive'> {
  call: ApiCall<Id>;
  /** Read again after so long while it is seen, milliseconds. */
  everyMs?: number | undefined;
  /** A stream whose events have it read again at once. */
  push?: Push | undefined;
  /** Expected shape of the content. */
  shape: Shape;
  /** Reason why a body has nothing to show; undefined if it has content. */
  empty?: ((body: BodyOf<Id>) => string | undefined) | undefined;
  children: (body: NonNullable<BodyOf<Id>>, answer: Answered<BodyOf<Id>>) => ComponentChildren;
}

/** A panel for the answer of a call: shows loading, refreshes while visible, and reports failures. */
export function AnswerPanel<Id extends OperationId>(props: AnswerPanelProps<Id>) {
  const { call, everyMs, push, shape, empty, children, ...panel } = props;
  const [place, isSeen] = useSeen();
  const answer = useAnswer(call, { everyMs, push, isWanted: isSeen });
  return (
    <Panel
      {...panel}
      call={call}
      isPending={answer.isPending && answer.body !== undefined}
      isLive={answer.isLive}
    >
      <div ref={place}>
        <Shown answer={answer} shape={shape} empty={empty}>
          {children}
        </Shown>
      </div>
    </Panel>
  );
}

interface ShownProps<Body> {
  answer: Answered<Body>;
  shape: Shape;
  empty?: ((body: Body) => string | undefined) | undefined;
  children: (body: NonNullable<Body>, answer: Answered<Body>) => ComponentChildren;
}

/**
 * An answer or its placeholder. Reserves room until the answer arrives, and for a chart without data. A list shorter than expected leaves
 * no hole. A stale body stays, marked as stale, while requests fail.
 */
export function Shown<Body>(props: ShownProps<Body>) {
  const { answer, shape } = props;
  const isKept = answer.body === undefined || 'height' in shape || ('isKept' in shape && shape.isKept);
  return (
    <div class="room" style={isKept ? { '--room': `${heightOf(shape)}px` } : undefined}>
      {shownOf(props)}
    </div>
  );
}

function shownOf<Body>({ answer, shape, empty, children }: ShownProps<Body>): ComponentChildren {
  const { body, retry, isWanted } = answer;
  const failure = panelFailure(answer.failure);
  if (body === undefined || (failure !== undefined && answer.isPending)) {
    return failure === undefined ? (
      <Skeleton shape={shape} isBusy={isWanted} />
    ) : (
      <FailureNote failure={failure} retry={retry} />
    );
  }
  const why = empty?.(body) ?? (body === null ? '' : undefined);
  return (
    <>
      {failure !== undefined && <FailureNote failure={failure} retry={retry} />}
      {why !== undefined || body === null ? (
        <EmptyNote why={why ?? ''} />
      ) : (
        children(body as NonNullable<Body>, answer)
      )}
    </>
  );
}

/** True while an element is on the screen, or nearly. */
export function useSeen() {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver((changes) => setSeen(changes.at(-1)?.isIntersecting === true), {
      rootMargin: '200px',
    });
    watcher.observe(place.current!);
    return () => watcher.disconnect();
  }, []);
  return [place, isSeen] as const;
}
