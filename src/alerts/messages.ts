import { hash } from 'node:crypto';
import type { AlertFormat, NewDelivery } from '../control/alert-store.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';
import type { Frame } from '../streams/group.ts';
import { type AlertEvent, eventText } from './event-text.ts';

/** The rule that messages are of. */
export interface MessageRule {
  id: string;
  name: string;
  feed: string;
  format: AlertFormat;
  url: string;
}

/** What a rule has to say of a span that no message brings. Instants: unix milliseconds. */
export interface GapNote extends Span {
  /** Of the log: what comes before it was said before. */
  place: number;
  reason: string;
}

/** What one message holds. */
interface Content {
  /** Behind the dot of its type. */
  kind: string;
  timeMs: number;
  /** As JSON. */
  data: string;
  /** For people; the first one says what it is about. */
  lines: readonly string[];
}

/** Under the 20 kB of Standard Webhooks, with room for what stands around the events. */
const bodyBytes = 19_000;
/** What chats take of one message, in characters. */
const textLimits = { discord: 1_900, slack: 3_500, telegram: 3_900 } as const;
const linesLimit = 20;
/** Behind the events of its place. */
const gapPart = 10_000;

/**
 * The messages of what the log brought, in its order: as many events each as one may hold.
 *
 * @param heldBack events that a cool-down held back before the first of them
 */
export function messagesOf(rule: MessageRule, frames: readonly Frame[], heldBack = 0): NewDelivery[] {
  const deliveries: NewDelivery[] = [];
  let open: OpenMessage | undefined;
  let held = heldBack;
  const close = () => {
    if (open === undefined) return;
    const before = deliveries.at(-1);
    const part = before?.place === open.place ? before.part + 1 : 0;
    deliveries.push(open.close(part, held));
    held = 0;
    open = undefined;
  };
  for (const frame of frames) {
    const { data, time } = JSON.parse(frame.own()) as { data: AlertEvent[]; time: string };
    for (const event of data) {
      const [json, line] = [JSON.stringify(event), textFor(rule.format, eventText(rule.feed, event))];
      if (open !== undefined && !open.hasRoom(json, line)) close();
      open ??= openMessage(rule, frame);
      open.add(json, line, Date.parse(time));
    }
  }
  close();
  return deliveries;
}

type OpenMessage = ReturnType<typeof openMessage>;

function openMessage(rule: MessageRule, { place, cursor }: Frame) {
  const events: string[] = [];
  const lines: string[] = [];
  let [bytes, characters, timeMs] = [0, 0, 0];
  const at = cursor();
  return {
    place,
    hasRoom(json: string, line: string): boolean {
      if (rule.format === 'json') return bytes + Buffer.byteLength(json) + 1 <= bodyBytes;
      return lines.length < linesLimit && characters + line.length + 1 <= textLimits[rule.format] - 200;
    },
    add(json: string, line: string, eventMs: number): void {
      events.push(json);
      lines.push(line);
      bytes += Buffer.byteLength(json) + 1;
      characters += line.length + 1;
      timeMs = Math.max(timeMs, eventMs);
    },
    close(part: number, heldBack: number): NewDelivery {
      const seq = `"seq":${place},"cursor":"${at}"${heldBack > 0 ? `,"heldBack":${heldBack}` : ''}`;
      const body = bodyOf(rule, {
        kind: rule.feed,
        timeMs,
        data: `${seq},"events":[${events.join(',')}]`,
        lines: [
          `${events.length} ${events.length === 1 ? 'event' : 'events'}${heldBack > 0 ? `, ${heldBack} held back before` : ''}`,
          ...lines,
        ],
      });
      return {
        id: messageId(rule.id, `${at} ${hash('sha256', events.join())}`, part),
        place,
        part,
        body,
        events: events.length,
      };
    },
  };
}

/** Says that events of a span are not sent. */
export function gapMessage(rule: MessageRule, { place, fromMs, toMs, reason }: GapNote): NewDelivery {
  const span = { from: rfc3339(fromMs), to: rfc3339(toMs), reason };
  const body = bodyOf(rule, {
    kind: 'gap',
    timeMs: toMs,
    data: JSON.stringify(span).slice(1, -1),
    lines: [`not sent: ${span.from} to ${span.to}`, textFor(rule.format, reason)],
  });
  const id = messageId(rule.id, `gap ${place} ${fromMs} ${toMs} ${reason}`, 0);
  return { id, place, part: gapPart, body, events: 0 };
}

/** A text that a chat shows as it is: names of rules, coins and outcomes are no markup, and no link. */
function textFor(format: AlertFormat, text: string): string {
  switch (format) {
    case 'discord':
      return text.replaceAll(/[\\*_~`|<>[\]()#@]|^[-+]|:(?=\/\/)/gm, '\\$&');
    case 'slack':
      return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    default:
      return text;
  }
}

/** Shows that messages arrive. */
export function testMessage(rule: MessageRule, nowMs: number): { id: string; body: string } {
  const body = bodyOf(rule, {
    kind: 'test',
    timeMs: nowMs,
    data: '"events":[]',
    lines: ['this is a test: messages of this alert arrive here'],
  });
  return { id: messageId(rule.id, `test ${nowMs}`, 0), body };
}

/** The same for the same events of the same place of the log, in each process and each time that they are made into a message. */
function messageId(rule: string, at: string, part: number): string {
  return `msg_${hash('sha256', `${rule} ${at} ${part}`).slice(0, 32)}`;
}

function bodyOf({ id, name, format, url }: MessageRule, { kind, timeMs, data, lines }: Content): string {
  if (format === 'json') {
    const alert = JSON.stringify({ id, name });
    return `{"type":"alert.${kind}","timestamp":"${rfc3339(timeMs)}","data":{"alert":${alert},${data}}}`;
  }
  const [head, ...rest] = lines;
  const text = [`${textFor(format, name)}: ${head}`, ...rest].join('\n').slice(0, textLimits[format]);
  switch (format) {
    case 'discord':
      // A name of a rule mentions no one.
      return JSON.stringify({ content: text, allowed_mentions: { parse: [] } });
    case 'slack':
      return JSON.stringify({ text, mrkdwn: false });
    case 'telegram':
      return JSON.stringify({
        chat_id: new URL(url).searchParams.get('chat_id'),
        text,
        disable_web_page_preview: true,
      });
  }
}
