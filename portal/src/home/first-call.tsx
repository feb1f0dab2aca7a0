import { callTexts } from '../api/call-text.ts';
import { callOf } from '../api/calls.ts';
import { useSession } from '../api/session.ts';
import { CodeBlock } from '../figure/code-block.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { words } from '../words/home.ts';

const call = callOf('pulse.leaderboard', { sort: 'pnl', period: 'week', limit: 3 });

/** Example of the same call from a program. */
export function FirstCall() {
  const session = useSession();
  const { curl } = callTexts(call, location.origin);
  const isKnown = session?.user != null;
  return (
    <Panel title={words.key} call={call}>
      <div class="panel-body">
        <p>
          {words.keyWhy} <a href={isKnown ? '/account' : '/signup'}>{words.key}</a>
        </p>
        <CodeBlock text={curl} label="The call" />
      </div>
    </Panel>
  );
}
