import '../styles/base.css';
import '../styles/frame.css';
import '../styles/panel.css';
import '../styles/table.css';
import '../names/names.css';
import '../account/account.css';
import { render } from 'preact';
import { LocationProvider } from 'preact-iso';
import { applyTheme } from '../frame/theme.ts';
import { OperatorPage } from './operator-page.tsx';

applyTheme();
render(
  <LocationProvider>
    <OperatorPage />
  </LocationProvider>,
  document.getElementById('app')!,
);
