import './styles/base.css';
import './styles/frame.css';
import './styles/panel.css';
import './styles/table.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './frame/theme.ts';

applyTheme();
render(<App />, document.getElementById('app')!);
