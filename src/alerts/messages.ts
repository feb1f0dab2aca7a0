import { hash } from 'node:crypto';
import type { AlertFormat, NewDelivery } from '../control/alert-store.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';
import type { Frame } from '../streams/group.ts';
import { type AlertEvent, eventText } from './event-text.ts';

export interface MessageRule {
  id: string;
  name: string;
  feed: string;
  format: AlertFormat;
  url: string;
}

/** A span whose events no message delivers. Times: unix milliseconds. */
export interface GapNote extends Span {
  /** Log position that orders the note among messages. */
  place: number;
  reason: string;
}

interface Content {
  /** Suffix of the message type: `alert.<kind>`. */
  kind: string;
  timeMs: number;
  /** As JSON. */
  data: string;
  /** Readable text; the first line is the subject. */
  lines: readonly string[];
}

/** Limit of the events' JSON, bytes: the 20 kB of Standard Webhooks, less room for the envelope. */
const bodyBytes = 19_000;
/** Maximum characters of one message per chat service. */
const textLimits = { discord: 1_900, slack: 3_500, telegram: 3_900 } as const;
const linesLimit = 20;
/** Orders a gap message after the event messages of its position. */
const gapPart = 10_000;

/**
 * Packs events into as few messages as the limits allow, in log order.
 *
 * @param heldBack Events that the cool-down suppressed before the first one.
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
          `${events.length} ${events.length === 1 ? 'event' : 'events'}${heldBack > 0 ? `, ${heldBack} held back by the cool-down` : ''}`,
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

/** Message about a span whose events are not sent. */
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

/** Escapes markup and links, because names of rules, coins and outcomes are untrusted. */
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

export function testMessage(rule: MessageRule, nowMs: number): { id: string; body: string } {
  const body = bodyOf(rule, {
    kind: 'test',
    timeMs: nowMs,
    data: '"events":[]',
    lines: ['this is a test: messages of this alert arrive here'],
  });
  return { id: messageId(rule.id, `test ${nowMs}`, 0), body };
}

/** Deterministic: the same events at the same log position get the same id in every process and on every replay. */
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
      // A rule name must not ping Discord users or roles.
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
