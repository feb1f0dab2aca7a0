import { resolve } from 'node:path';
import { type Static, Type } from 'typebox';
import { parseAddress } from '../../domain/address.ts';
import { nodeFeed } from '../../ingest/blocks/block-coverage.ts';
import type { ForgetRequest } from '../../ingest/fill-rewrite.ts';
import { isS3Address } from '../../ingest/sources/archive-names.ts';
import { UsageError } from '../../kernel/command-line.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { count, maybe, operation, walletText } from '../operation.ts';

const examples = `
Examples:
  tidemark forget --source hourly/20260501/9.lz4        a file that was imported, or all of a directory
  tidemark forget --source asset_ctxs/20260501.csv.lz4  the market states of that file
  tidemark forget --feed hyperliquid                    fills that were read live
  tidemark forget --wallet 0x31ca8395cf837de08b24da3f660e77761dfb974b

A fill belongs to the file that brought it first: if another file has it too, import that one again. Prints how many
fills were removed; all derived figures are exact afterwards.

--wallet also removes funding payments and ledger updates of the wallet. --source and --feed keep them: each is stored
once, without its source.`;

const removedReason = 'blocks whose fills were removed';

/** Removed rows: fills, archived market states, and funding payments with ledger updates. */
const gone = Type.Object({ fills: count, contexts: count, ledger: count });
type Gone = Static<typeof gone>;

export const forget = operation({
  name: 'forget',
  method: 'POST',
  path: '/admin/v1/jobs/forget',
  operationId: 'jobs-forget',
  summary:
    'removes the fills of a `source` or of a `wallet`, one of the two, and their derived rows; for a wallet also its funding payments and ledger updates',
  input: Type.Object({
    source: maybe(
      Type.String({
        minLength: 1,
        maxLength: 4_096,
        description: 'absolute path of a file or directory that was imported, or the name of a feed',
      }),
    ),
    wallet: maybe(walletText),
  }),
  output: gone,
  progress: Type.Object({}),
  async run({ fills: opened, journalDir, inTurn }, input) {
    const request = forgetRequest(input);
    return inTurn(async () => {
      const { openJournal } = await import('../../ingest/journal.ts');
      const { writersTurn } = await import('../../ingest/recover.ts');
      const { batches, becomeWriter, ledger } = await opened();
      const turn = await becomeWriter();
      try {
        const taken = { fills: 0, contexts: 0, ledger: 0 };
        await writersTurn(batches, openJournal(journalDir), async () => {
          taken.fills = await batches.forget(request, (blocks) =>
            ledger.record({ feed: nodeFeed, ...blocks }, removedReason),
          );
          if ('source' in request) taken.contexts = await batches.forgetContexts(request.source);
          else taken.ledger = await batches.forgetLedger(request.wallet);
        });
        return taken;
      } finally {
        await turn.giveBack();
      }
    });
  },
  command: {
    words: 'forget',
    summary: 'remove the fills of a file or a wallet',
    description:
      'Removes the fills of a file or feed, or all fills, funding payments and ledger updates of a wallet, with their derived rows.',
    examples,
    options: {
      source: ['--source <FILE>', 'an imported file or directory; it need not exist any more'],
      feed: ['--feed <NAME>', 'the live feed: hyperliquid'],
      wallet: [
        '--wallet <ADDRESS>',
        'all fills, funding payments and ledger updates of a wallet (0x and 40 hex digits)',
      ],
    },
    async act(given, { open, stdout, stderr }) {
      const params = meantBy(given as Parameters<typeof meantBy>[0]);
      const { fills, contexts, ledger } = (await open((call) => call('forget', params))) as Gone;
      stdout.write(`${fills}\n`);
      if (contexts > 0) stderr.write(`${contexts} market states were removed, too\n`);
      if (ledger > 0) stderr.write(`${ledger} funding payments and ledger updates were removed, too\n`);
      else if (fills === 0 && contexts === 0) stderr.write('no such fill is stored\n');
    },
  },
});

function forgetRequest({ source, wallet }: { source?: string; wallet?: string }): ForgetRequest {
  if (source !== undefined && wallet === undefined) return { source };
  if (wallet !== undefined && source === undefined) return { wallet: wallet.toLowerCase() };
  throw unacceptable([{ location: 'body', message: 'must have source or wallet, one of the two' }]);
}

/** @throws UsageError */
function meantBy({ source, feed, wallet }: { source?: string; feed?: string; wallet?: string }) {
  if ([source, feed, wallet].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('name one of --source, --feed and --wallet');
  if (source !== undefined) return { source: isS3Address(source) ? source : resolve(source) };
  if (feed !== undefined) return { source: feed };
  const address = parseAddress(wallet!);
  if (address === undefined) throw new UsageError(`--wallet must be 0x and 40 hex digits, not '${wallet}'`);
  return { wallet: address };
}
