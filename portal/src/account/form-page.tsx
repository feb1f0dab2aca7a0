import './account.css';
import type { ComponentChildren } from 'preact';
import { Page } from '../frame/page.tsx';
import { Panel } from '../states/answer-panel.tsx';

interface FormPageProps {
  title: string;
  intro?: string;
  children: ComponentChildren;
}

/** A page that is one form. */
export function FormPage({ title, intro, children }: FormPageProps) {
  return (
    <Page title={title} intro={intro}>
      <Panel title={title} span={5}>
        <div class="panel-body form-panel">{children}</div>
      </Panel>
    </Page>
  );
}
