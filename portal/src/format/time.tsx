import { useEffect, useState } from 'preact/hooks';
import { duration, unknown } from './numbers.ts';

type Instant = number | string | null | undefined;

const two = (value: number) => String(value).padStart(2, '0');

function msOf(at: Instant): number {
  return typeof at === 'string' ? Date.parse(at) : (at ?? Number.NaN);
}

/** In the reader's zone: 2026-11-22 14:03:05. */
export function localTime(at: Instant, withSeconds = true): string {
  const ms = msOf(at);
  if (!Number.isFinite(ms)) return unknown;
  const date = new Date(ms);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return `${day} ${time}${withSeconds ? `:${two(date.getSeconds())}` : ''}`;
}

/** The UTC date of an instant: 2026-11-22. */
export function utcDay(at: Instant): string {
  const ms = msOf(at);
  return Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 10) : unknown;
}

/** Offset of the reader's zone at an instant, as shown after times: UTC−5, UTC+5:30. */
export function zoneName(at: number): string {
  const minutes = -new Date(at).getTimezoneOffset();
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** UTC form of a time, shown with local times. */
export function utcTime(at: Instant): string {
  const ms = msOf(at);
  return Number.isFinite(ms) ? `${new Date(ms).toISOString().replace('T', ' ').slice(0, 19)} UTC` : unknown;
}

interface TimeProps {
  /** RFC 3339 or unix ms. */
  at: Instant;
  /** `time` leaves the day out, `short` the year and the seconds; `full` by default. */
  form?: 'full' | 'short' | 'time' | undefined;
}

/** A time in the reader's zone, with UTC on hover. The zone follows a full time, and is in the page's footer. */
export function Time({ at, form = 'full' }: TimeProps) {
  const ms = msOf(at);
  if (!Number.isFinite(ms)) return <span class="dim">{unknown}</span>;
  const text = localTime(ms, form !== 'short');
  const shown =
    form === 'full' ? `${text} ${zoneName(ms)}` : form === 'short' ? text.slice(5) : text.slice(11);
  return (
    <time dateTime={new Date(ms).toISOString()} title={utcTime(ms)}>
      {shown}
    </time>
  );
}

/** Elapsed time since an instant, updated every second. */
export function Ago({ at }: { at: Instant }) {
  const ms = msOf(at);
  const nowMs = useNow(1_000);
  if (!Number.isFinite(ms)) return <span class="dim">{unknown}</span>;
  return (
    <time dateTime={new Date(ms).toISOString()} title={utcTime(ms)}>
      {duration(nowMs - ms)} ago
    </time>
  );
}

/** The time, renewed. @param everyMs how often */
export function useNow(everyMs: number): number {
  const [nowMs, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
