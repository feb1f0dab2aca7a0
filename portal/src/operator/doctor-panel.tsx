import { Panel } from '../states/answer-panel.tsx';
import { type Diagnosis, DiagnosisPanels } from '../status/diagnosis.tsx';
import { words } from '../words/operator.ts';
import { type AskAdmin, useAdmin } from './admin.ts';
import { AdminFailure } from './admin-list.tsx';

interface Doctor extends Diagnosis {
  start?: Diagnosis['start'] & { warnings: readonly string[] };
  settings: readonly string[];
  needs: readonly string[];
}

/** Answer of `tidemark doctor`: with what needs the operator, which visitors do not see. */
export function DoctorPanel({ ask }: { ask: AskAdmin }) {
  const { body, failure } = useAdmin<Doctor>(ask, 'doctor');
  return (
    <>
      {failure !== undefined && <AdminFailure failure={failure} />}
      <Sentences title={words.needs} list={body?.needs} empty={words.noNeeds} />
      <DiagnosisPanels found={body} />
      <Sentences title={words.settings} list={body?.settings} empty={words.none} />
      <Sentences title={words.warnings} list={body?.start?.warnings} empty={words.none} />
    </>
  );
}

function Sentences(props: { title: string; list: readonly string[] | undefined; empty: string }) {
  const { title, list = [], empty } = props;
  return (
    <Panel title={title}>
      <div class="panel-body">
        {list.length === 0 ? <p class="dim">{empty}</p> : list.map((text) => <p key={text}>{text}</p>)}
      </div>
    </Panel>
  );
}
