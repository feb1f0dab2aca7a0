import { type Command, Option } from 'commander';
import type { PaymentState } from '../control/payments.ts';
import type { PaymentSummary } from '../control/payments-list.ts';
import { paymentStates } from '../operate/admin/answers.ts';
import { addressOption } from './address-option.ts';
import type { CliContext } from './context.ts';
import {
  type ControlOptions,
  dataOption,
  jsonOption,
  minuteText,
  noteLimit,
  printList,
  withControl,
} from './control-command.ts';
import { countOption } from './count-option.ts';
import { textTable } from './text-table.ts';

interface ListOptions extends ControlOptions {
  state?: PaymentState;
  payer?: string;
  limit: number;
}

const examples = `
Examples:
  tidemark payments list
  tidemark payments list --state uncertain
  tidemark payments list --payer 0x31ca8395cf837de08b24da3f660e77761dfb974b --json`;

/** `tidemark payments …`: what callers without a key have paid for. */
export function addPayments(program: Command, context: CliContext): void {
  const payments = program
    .command('payments')
    .summary('list payments for calls without a key')
    .description('Payments for calls without a key (x402).')
    .addHelpText('after', examples);
  payments
    .command('list')
    .description('Lists the payments, newest first. Amounts are in the smallest unit of the asset.')
    .addOption(new Option('--state <STATE>', 'in one state alone').choices(paymentStates))
    .option('--payer <ADDRESS>', 'of one payer alone', addressOption)
    .option('--limit <N>', 'at most so many (1 to 10000)', countOption(10_000), 100)
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText('after', examples)
    .action(({ state, payer, limit, json, data }: ListOptions) =>
      withControl(context, { command: 'payments', data }, async (operations) => {
        const listed = await operations.listPayments({
          limit,
          ...(state !== undefined && { state }),
          ...(payer !== undefined && { payer }),
        });
        printList(listed, { json, table, none: 'no payments' }, context);
        noteLimit(listed, limit, context);
      }),
    );
}

const table = (listed: readonly PaymentSummary[]) => textTable(listed.map(row));

function row(payment: PaymentSummary): Record<string, string> {
  return {
    created: minuteText(payment.createdAtMs),
    state: payment.state,
    amount: payment.amount,
    network: payment.network,
    payer: payment.payer,
    request: payment.request,
    transaction: payment.transaction ?? '-',
    reason: payment.reason ?? '-',
  };
}
