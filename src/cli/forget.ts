import { resolve } from 'node:path';
import type { Command } from 'commander';
import { parseAddress } from '../domain/address.ts';
import type { ForgetRequest } from '../ingest/fill-rewrite.ts';
import { isS3Address } from '../ingest/sources/archive-names.ts';
import type { CliContext } from './context.ts';
import { dataOption, withControl } from './control-command.ts';

interface ForgetOptions {
  source?: string;
  feed?: string;
  wallet?: string;
  data?: string;
}

const examples = `
Examples:
  tidemark forget --source hourly/20260501/9.lz4        a file that was imported, or all of a directory
  tidemark forget --source asset_ctxs/20260501.csv.lz4  the states of markets that it brought
  tidemark forget --feed hyperliquid                    what was read live from wallets
  tidemark forget --wallet 0x31ca8395cf837de08b24da3f660e77761dfb974b

A fill belongs to the file that brought it first: where another has it too, import that one again. Prints how many
fills were taken out; what follows from them is exact afterwards.`;

/** `tidemark forget`: takes out the fills of a file, a feed or a wallet. */
export function addForget(program: Command, context: CliContext): void {
  program
    .command('forget')
    .summary('take out the fills of a file or a wallet')
    .description(
      'Takes out the fills that came from a file or feed, or all of a wallet, and what follows from them.',
    )
    .option('--source <FILE>', 'a file or directory that was imported; it need not be there any more')
    .option('--feed <NAME>', 'what was read live: hyperliquid')
    .option('--wallet <ADDRESS>', 'all fills of a wallet (0x and 40 hex digits)')
    .option(...dataOption)
    .addHelpText('after', examples)
    .action((options: ForgetOptions, command: Command) => {
      const request = forgetRequest(options, command);
      return withControl(context, { command: 'forget', data: options.data }, async (operations) => {
        const { fills, contexts } = await operations.forget(request);
        context.stdout.write(`${fills}\n`);
        if (contexts > 0) context.stderr.write(`${contexts} states of markets were taken out, too\n`);
        else if (fills === 0) context.stderr.write('no fill of that is stored\n');
      });
    });
}

function forgetRequest({ source, feed, wallet }: ForgetOptions, command: Command): ForgetRequest {
  if ([source, feed, wallet].filter((one) => one !== undefined).length !== 1) {
    return command.error('error: name one of --source, --feed and --wallet');
  }
  if (source !== undefined) return { source: isS3Address(source) ? source : resolve(source) };
  if (feed !== undefined) return { source: feed };
  const address = parseAddress(wallet!);
  return address !== undefined
    ? { wallet: address }
    : command.error(`error: --wallet must be 0x and 40 hex digits, not '${wallet}'`);
}
