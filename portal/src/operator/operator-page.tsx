import { useMemo, useState } from 'preact/hooks';
import type { CallFailure } from '../api/failure.ts';
import { DefinitionTip } from '../figure/definition-tip.tsx';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { Page } from '../frame/page.tsx';
import { switchTheme } from '../frame/theme.ts';
import { words as frameWords } from '../words/frame.ts';
import { words } from '../words/operator.ts';
import { AccountsPanel } from './accounts-panel.tsx';
import { type AskAdmin, createAdmin, useAdmin } from './admin.ts';
import { DoctorPanel } from './doctor-panel.tsx';
import { GapsPanel, QuarantinePanel } from './gaps-panel.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { TokenForm } from './token-form.tsx';

const panels = {
  accounts: AccountsPanel,
  doctor: DoctorPanel,
  keys: KeysPanel,
  gaps: GapsPanel,
  quarantine: QuarantinePanel,
  jobs: JobsPanel,
};
type Tab = keyof typeof panels;
const tabs = Object.entries(words.tabs) as [Tab, string][];

/** The page on the admin port. The token is in this component's state and nowhere else: it ends with the tab. */
export function OperatorPage() {
  const [token, setToken] = useState<string>();
  const [refused, setRefused] = useState<CallFailure>();
  const ask = useMemo(() => {
    if (token === undefined) return undefined;
    return createAdmin(token, (failure) => {
      setRefused(failure);
      setToken(undefined);
    });
  }, [token]);
  return (
    <>
      <header class="top-bar">
        <span class="brand">
          <img src="/mark.svg" alt="" width="18" height="18" />
          Tidemark
        </span>
        <span class="top-end">
          <button type="button" class="quiet" aria-label={frameWords.theme} onClick={switchTheme}>
            ◐
          </button>
          {token !== undefined && (
            <button type="button" class="quiet" onClick={() => setToken(undefined)}>
              Sign out
            </button>
          )}
        </span>
      </header>
      <main id="main" tabIndex={-1}>
        {ask === undefined ? (
          <Page title={words.title}>
            <TokenForm refused={refused} onToken={setToken} />
          </Page>
        ) : (
          <Tabs ask={ask} />
        )}
      </main>
      <DefinitionTip />
    </>
  );
}

function Tabs({ ask }: { ask: AskAdmin }) {
  const [chosen, choose] = useAddressState('tab', 'accounts');
  const { body: status } = useAdmin<{ version: string; command: string; pid: number }>(ask, 'status');
  const tab = Object.hasOwn(panels, chosen) ? (chosen as Tab) : 'accounts';
  const Shown = panels[tab];
  const intro = status && `Tidemark ${status.version}, ${status.command}, process ${status.pid}`;
  return (
    <Page
      title={words.title}
      intro={intro}
      actions={<Choice label="What is shown" options={tabs} value={tab} onChange={choose} />}
    >
      <Shown ask={ask} />
    </Page>
  );
}
