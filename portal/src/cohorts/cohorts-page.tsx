import '../trader/trader.css';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { Page } from '../frame/page.tsx';
import { tierName } from '../words/tiers.ts';
import { BiasHistory, BiasNow } from './bias.tsx';
import { CohortDetail } from './cohort-detail.tsx';
import { CohortTable } from './cohort-table.tsx';
import { type TierSlug, type TierType, tiers } from './tiers.ts';

const types = [
  ['pnl', 'By PnL'],
  ['size', 'By size'],
] as const;

/** Traders in sixteen tiers: their positions, PnL and bias. */
export default function CohortsPage() {
  const [typeText, setType] = useAddressState('type', 'pnl');
  const type: TierType = typeText === 'size' ? 'size' : 'pnl';
  const [tierText] = useAddressState('tier', '');
  const slugs: readonly string[] = tiers[type];
  const tier = (slugs.includes(tierText) ? tierText : slugs[1]) as TierSlug;
  return (
    <Page
      title="Cohorts"
      intro="Wallets grouped by all-time PnL or volume."
      actions={<Choice label="Kind" options={types} value={type} onChange={setType} />}
    >
      <CohortTable type={type} chosen={tier} />
      <BiasNow />
      <BiasHistory type={type} />
      <CohortDetail key={tier} type={type} tier={tier} name={tierName(tier)} />
    </Page>
  );
}
