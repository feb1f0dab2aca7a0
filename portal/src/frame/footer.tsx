import { callOf } from '../api/calls.ts';
import { useStatus } from '../api/status.ts';
import { useAnswer } from '../api/use-answer.ts';
import { count } from '../format/numbers.ts';
import { words } from '../words/frame.ts';

const stats = callOf('pulse.stats');
const everyMs = 30_000;

/** Version, coverage, and where charts come from. */
export function Footer() {
  const status = useStatus();
  const { body } = useAnswer(stats, { everyMs });
  return (
    <footer class="foot">
      <span>Tidemark {status?.version}</span>
      {body !== undefined && body.totalTrades > 0 && (
        <span>
          {count(body.totalTrades)} fills, {body.dataStartDate} – {body.dataEndDate}
        </span>
      )}
      <span>Times in {Intl.DateTimeFormat().resolvedOptions().timeZone}</span>
      <a href="/status">Status</a>
      <a href="/docs">Docs</a>
      <a href="/openapi.json">OpenAPI</a>
      <a href="https://www.tradingview.com/lightweight-charts/" rel="noreferrer">
        {words.attribution}
      </a>
    </footer>
  );
}
