import { Field } from '../account/form.tsx';
import { words } from '../words/alerts.ts';
import { pnlTiers, sizeTiers } from '../words/tiers.ts';
import {
  type AlertFeed,
  type AlertRow,
  type Alerts,
  eventField,
  type Fields,
  feedName,
  walletsLimit,
} from './rule.ts';

interface AlertFieldsProps {
  body: Alerts;
  start: Fields;
  rule: AlertRow | undefined;
  feed: string;
  setFeed: (feed: string) => void;
  /** The one that is chosen. */
  chosen: AlertFeed | undefined;
  /** Names of the account's lists of wallets. */
  lists: readonly string[];
}

const coolDowns = [
  [0, 'none'],
  [60_000, '1 minute'],
  [300_000, '5 minutes'],
  [3_600_000, '1 hour'],
  [86_400_000, '1 day'],
] as const;
const formats = ['json', 'discord', 'slack', 'telegram'] as const;

/** Form fields of an alert: its feed, filters and receiver. */
export function AlertFields({ body, start, rule, feed, setFeed, chosen, lists }: AlertFieldsProps) {
  const { argument, events = [], isOfFills = true } = chosen ?? {};
  const format = rule?.format ?? 'json';
  const known = coolDowns.some(([ms]) => ms === (rule?.coolDownMs ?? 0));
  const waits = known
    ? coolDowns
    : [...coolDowns, [rule!.coolDownMs, `${rule!.coolDownMs / 1_000} s`] as const];
  return (
    <div class="alert-fields">
      <label class="field">
        <span>Feed</span>
        <select name="feed" value={feed} onChange={(event) => setFeed(event.currentTarget.value)}>
          {body.feeds.map(({ type, tier, isAllowed }) => (
            <option key={type} value={type} disabled={!isAllowed}>
              {feedName(type)}
              {!isAllowed && ` (${tier} plan)`}
            </option>
          ))}
        </select>
      </label>
      {argument === 'coin' && <Field name="coin" label="Coin" value={start.coin ?? ''} maxLength={128} />}
      {argument === 'user' && <Field name="user" label="Wallet" value={start.user ?? ''} maxLength={128} />}
      {argument !== 'user' && (
        <label class="field">
          <span>
            Wallets, one a line{argument === 'users' ? '' : ' (all if empty)'}, up to {walletsLimit}
          </span>
          <textarea
            name="wallets"
            rows={3}
            required={argument === 'users'}
            defaultValue={start.wallets ?? ''}
          />
        </label>
      )}
      {argument !== 'coin' && (
        <Field name="coins" label="Coins (all if empty)" value={start.coins ?? ''} optional />
      )}
      {events.length > 0 && <KindFields key={feed} {...{ events, start }} />}
      {isOfFills && <TradeFields start={start} needsCohort={argument === 'cohort'} lists={lists} />}
      <label class="field">
        <span>Cool-down after a message</span>
        <select name="coolDown">
          {waits.map(([ms, text]) => (
            <option key={ms} value={ms} selected={ms === (rule?.coolDownMs ?? 0)}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {rule === undefined && (
        <label class="field">
          <span>Format</span>
          <select name="format">
            {formats.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
      <Field
        name="url"
        label={`Address ${rule === undefined ? '' : `(${words.addressStays})`}`}
        optional={rule !== undefined}
        maxLength={2_000}
      />
      <p class="dim">
        {rule === undefined
          ? Object.entries(words.addressOf)
              .map(([name, of]) => `${name}: ${of}`)
              .join(' · ')
          : words.addressOf[format]}
      </p>
      <Field name="name" label="Name (the feed if empty)" value={rule?.name ?? ''} maxLength={64} optional />
    </div>
  );
}

/** Which kinds of events. */
function KindFields({ events, start }: { events: readonly string[]; start: Fields }) {
  return (
    <fieldset class="field">
      <legend>Events (all if none is chosen)</legend>
      {events.map((name) => (
        <label key={name}>
          <input type="checkbox" name={eventField(name)} defaultChecked={start[eventField(name)] === 'on'} />{' '}
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/** Which of the trades. */
function TradeFields({
  start,
  needsCohort,
  lists,
}: Pick<AlertFieldsProps, 'start' | 'lists'> & { needsCohort: boolean }) {
  return (
    <>
      <label class="field">
        <span>Side</span>
        <select name="side">
          {[
            ['', 'both'],
            ['buy', 'buys'],
            ['sell', 'sells'],
          ].map(([value, text]) => (
            <option key={value} value={value} selected={value === (start.side ?? '')}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <Field
        name="minNotionalUsd"
        label="At least, USD (price times size)"
        type="number"
        value={start.minNotionalUsd ?? ''}
        optional
      />
      <label class="field">
        <span>Cohort of the wallet (Pro)</span>
        <select name="cohort" required={needsCohort}>
          <option value="">{needsCohort ? 'choose one' : 'any'}</option>
          {[...pnlTiers, ...sizeTiers].map(([slug, name]) => (
            <option key={slug} value={slug} selected={slug === start.cohort}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {lists.length > 0 && (
        <label class="field">
          <span>List of wallets</span>
          <select name="list">
            <option value="">any wallet</option>
            {lists.map((name) => (
              <option key={name} value={name} selected={name === start.list}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
