import type { Schemas } from '../api/calls.ts';
import { count, percent } from '../format/numbers.ts';

type Cohort = Schemas['BuilderRetentionCohort'];

/** Shades of a share. */
const shades = 5;

/** Wallets by the month of their first fill, and how many of them came back in the months after. */
export function RetentionTriangle({ cohorts }: { cohorts: readonly Cohort[] }) {
  const months = Math.max(0, ...cohorts.map(({ activeWallets }) => activeWallets?.length ?? 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by its keys
    <section class="table-scroll" tabIndex={0} aria-label="Users by month">
      <table class="retention">
        <thead>
          <tr>
            <th scope="col" class="left">
              First trade
            </th>
            <th scope="col" class="number">
              New
            </th>
            {Array.from({ length: months }, (_, month) => (
              <th key={month} scope="col" class="number">
                +{month}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month, newWallets, activeWallets }) => (
            <tr key={month}>
              <th scope="row" class="left">
                {month}
              </th>
              <td class="number">{count(newWallets)}</td>
              {(activeWallets ?? []).map((active, i) => {
                const kept = newWallets === 0 ? 0 : (active / newWallets) * 100;
                return (
                  <td
                    key={i}
                    class={`number kept-${Math.ceil((kept / 100) * shades)}`}
                    title={`${count(active)} of ${count(newWallets)}`}
                  >
                    {percent(kept, 0)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
