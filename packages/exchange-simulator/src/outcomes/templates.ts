import type { WireOutcomeTemplate } from '../../../../src/wire/outcome.ts';

/** Who lists the outcomes of each venue. */
export const deployers = [
  { venue: 'out', deployer: `0x${'0d'.repeat(20)}` },
  { venue: 'rate', deployer: `0x${'1d'.repeat(20)}` },
];

interface Template extends WireOutcomeTemplate {
  role: 'question' | { questionOutcome: { parent: string } } | { standaloneOutcome: { sideNames: string[] } };
}

const move = (id: string, name: string, description: string): Template => ({
  id,
  name,
  description,
  keywords: [],
  role: { questionOutcome: { parent: 'policyRateDecision' } },
});

/** Templates in the form of the exchange (docs/exchange.md#outcome-templates). */
export const outcomeTemplates: readonly Template[] = [
  {
    id: 'binaryPrice',
    role: { standaloneOutcome: { sideNames: ['Yes', 'No'] } },
    name: '{perp} above {threshold} at {time}?',
    description:
      'Yes if the mean of the {priceDescription} over the {seconds} seconds before {time} is strictly above {threshold}, else No.',
    keywords: [
      ['perp', 'hlPerp'],
      ['priceDescription', 'string'],
      ['seconds', 'uInt'],
      ['threshold', 'uDecimal'],
      ['time', 'dateTime'],
    ],
  },
  {
    id: 'sportsContestWinner',
    role: { standaloneOutcome: { sideNames: ['{participantA}', '{participantB}'] } },
    name: '{sport}: {participantA} vs {participantB}',
    description:
      'The side of the winner of the game that starts at {scheduledStart} pays 1, both a half if it is called off.',
    keywords: [
      ['participantA', 'shortString'],
      ['participantB', 'shortString'],
      ['scheduledStart', 'dateTime'],
      ['sport', 'string'],
    ],
  },
  {
    id: 'policyRateDecision',
    role: 'question',
    name: '{institution} rate decision, {decisionLabel}',
    description: 'What {institution} decides at {scheduledDecision}.',
    keywords: [
      ['decisionLabel', 'string'],
      ['institution', 'string'],
      ['scheduledDecision', 'dateTime'],
    ],
  },
  move('policyRateNoChange', 'No change', 'Yes if the rate stays.'),
  move('policyRateDecrease', 'Decrease', 'Yes if the rate falls.'),
  move('policyRateIncrease', 'Increase', 'Yes if the rate rises.'),
];
