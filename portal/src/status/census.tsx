import { callOf, type Schemas } from '../api/calls.ts';
import { Figures } from '../figure/figure.tsx';
import { figuresOf } from '../figure/figures-of.tsx';
import { count } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { words } from '../words/status.ts';

/** Comparison of the positions computed from fills with those of the exchange. */
export function Census() {
  return (
    <AnswerPanel
      title={words.census}
      call={callOf('census.stamp')}
      everyMs={60_000}
      span={4}
      shape={{ figures: 3 }}
      empty={({ verified, payments }) =>
        verified === null && payments === null ? words.noCensus : undefined
      }
    >
      {({ verified, payments }) => (
        <>
          {verified !== null && <ByStates {...verified} />}
          {payments !== null && <ByPayments {...payments} />}
        </>
      )}
    </AnswerPanel>
  );
}

function ByStates(verified: Schemas['CensusStamp']) {
  const { counted, shown } = figuresOf('CensusStamp', verified);
  const { chain_time: at, verified_at_block: block } = verified;
  return (
    <Figures>
      {counted('Positions compared', 'positions')}
      {shown('Of', 'chain_time', <Time at={at} form="short" />)}
      {shown('Block', 'verified_at_block', block === 0 ? '–' : count(block))}
    </Figures>
  );
}

/** Covers all wallets: the payments of an hour include every open position. */
function ByPayments(payments: Schemas['PaymentCensus']) {
  const { counted, shown } = figuresOf('PaymentCensus', payments);
  return (
    <Figures>
      {counted('Positions with funding', 'positions')}
      {counted('Of these, with a different size', 'differences')}
      {shown('Hour', 'hour', <Time at={payments.hour} form="short" />)}
    </Figures>
  );
}
