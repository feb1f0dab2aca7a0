import '../trader/trader.css';
import { useRoute } from 'preact-iso';
import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Page } from '../frame/page.tsx';
import { Panel, Shown } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import { dayFrom, type Edition } from './edition.ts';
import { Standings } from './standings.tsx';
import { Stories } from './stories.tsx';

/** The edition of a UTC day, or the newest: its stories with the facts behind them. */
export default function DailyPage() {
  const { date } = useRoute().params;
  const isDay = date === undefined || /^\d{4}-\d{2}-\d{2}$/.test(date);
  const call = !isDay
    ? undefined
    : date === undefined
      ? callOf('pulse.daily-latest')
      : callOf('pulse.daily', { date });
  // Editions never change; the newest is replaced every day.
  const answer = useAnswer(call as ReturnType<typeof callOf<'pulse.daily'>> | undefined, {
    everyMs: date === undefined ? 300_000 : 0,
  });
  if (call === undefined) {
    return (
      <Page title="Daily edition">
        <EmptyNote why="A day is written YYYY-MM-DD." />
      </Page>
    );
  }
  const edition = answer.body as Edition | undefined;
  const day = edition?.date ?? date;
  return (
    <Page
      title={day === undefined ? 'Daily edition' : `Edition of ${day}`}
      intro={edition && <Made edition={edition} />}
      actions={day !== undefined && <Days day={day} />}
    >
      {edition === undefined || answer.failure !== undefined ? (
        <Panel title="Stories" call={call}>
          <Shown answer={answer} shape={{ rows: 8 }}>
            {() => null}
          </Shown>
        </Panel>
      ) : (
        <>
          <Stories edition={edition} call={call} />
          <Standings standing={edition.standing} />
        </>
      )}
    </Page>
  );
}

/** Note on an edition's data. Omits the time of its creation, which may be long after the day. */
function Made({ edition: { date, delayNote } }: { edition: Edition }) {
  return <span title={delayNote}>Figures up to the end of {date} UTC, never changed since</span>;
}

function Days({ day }: { day: string }) {
  const next = dayFrom(day, 1);
  // A day has its edition when it is over.
  const today = new Date().toISOString().slice(0, 10);
  return (
    <nav class="lists" aria-label="Editions">
      <a href={`/daily/${dayFrom(day, -1)}`}>‹ {dayFrom(day, -1)}</a>
      {next < today && <a href={`/daily/${next}`}>{next} ›</a>}
      <a href="/daily">newest</a>
    </nav>
  );
}
