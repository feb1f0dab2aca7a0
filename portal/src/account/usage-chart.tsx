import { utcDay } from '../format/time.tsx';

/** Requests of one UTC day by one key. */
export interface UsedOfDay {
  day: string;
  /** Name of the key. */
  key: string;
  requests: number;
  isRefused: boolean;
}

const dayMs = 86_400_000;
/** Keys beyond these are drawn as one. */
const namedKeys = 4;
const others = 'other keys';
const height = 96;

interface DayBars {
  day: string;
  requests: number;
  refused: number;
  /** Values in the order of the legend. */
  byKey: readonly number[];
}

/** Sums by day and key, days without a request among them. @param days how many, today included */
export function barsOf(used: readonly UsedOfDay[], days: number, nowMs: number) {
  const totals = new Map<string, number>();
  for (const { key, requests } of used) totals.set(key, (totals.get(key) ?? 0) + requests);
  const ranked = [...totals].toSorted((a, b) => b[1] - a[1]).map(([key]) => key);
  const keys = ranked.length <= namedKeys ? ranked : [...ranked.slice(0, namedKeys - 1), others];
  const keyOf = (key: string) => (keys.includes(key) ? key : others);
  const sum = (rows: readonly UsedOfDay[]) => rows.reduce((total, { requests }) => total + requests, 0);
  const bars = Array.from({ length: days }, (_, at): DayBars => {
    const day = utcDay(nowMs - (days - 1 - at) * dayMs);
    const rows = used.filter((row) => row.day === day);
    return {
      day,
      requests: sum(rows),
      refused: sum(rows.filter(({ isRefused }) => isRefused)),
      byKey: keys.map((key) => sum(rows.filter((row) => keyOf(row.key) === key))),
    };
  });
  return { keys, bars };
}

/** Requests by UTC day as bars, split by key; the same as a table for a reader who does not see them. */
export function UsageChart({ used, days }: { used: readonly UsedOfDay[]; days: number }) {
  const { keys, bars } = barsOf(used, days, Date.now());
  const most = Math.max(1, ...bars.map(({ requests }) => requests));
  return (
    <figure class="usage-chart">
      <figcaption>
        Requests by day (UTC), {most.toLocaleString('en-US')} at most
        <span class="legend">
          {keys.map((key, at) => (
            <span key={key}>
              <i class={`usage-key key-${at}`} /> {key}
            </span>
          ))}
        </span>
      </figcaption>
      <div class="usage-bars" aria-hidden="true">
        {bars.map(({ day, requests, refused, byKey }) => (
          <div key={day} title={`${day}: ${requests} requests, ${refused} refused`}>
            {byKey.map((part, at) => (
              <i
                key={keys[at]}
                class={`usage-key key-${at}`}
                style={{ height: `${(part / most) * height}px` }}
              />
            ))}
          </div>
        ))}
      </div>
      <div class="usage-ends dim" aria-hidden="true">
        <span>{bars[0]?.day}</span>
        <span>{bars.at(-1)?.day}</span>
      </div>
      <table class="unseen">
        <caption>Requests by day</caption>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            {keys.map((key) => (
              <th key={key} scope="col">
                {key}
              </th>
            ))}
            <th scope="col">Refused</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ day, refused, byKey }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {byKey.map((part, at) => (
                <td key={keys[at]}>{part}</td>
              ))}
              <td>{refused}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
