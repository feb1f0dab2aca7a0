import './styles/base.css';
import './styles/frame.css';
import './styles/panel.css';
import './styles/table.css';
import './names/names.css';
import { render } from 'preact';
import { renewSession } from './api/session.ts';
import { App } from './app.tsx';
import { applyTheme } from './frame/theme.ts';

applyTheme();
// The key comes while the page's own code does.
void renewSession();
render(<App />, document.getElementById('app')!);
