import { resolve } from 'node:path';
import { type Static, Type } from 'typebox';
import { parseAddress } from '../../domain/address.ts';
import type { ForgetRequest } from '../../ingest/fill-rewrite.ts';
import { isS3Address } from '../../ingest/sources/archive-names.ts';
import { UsageError } from '../../kernel/command-line.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { count, maybe, operation, walletText } from '../operation.ts';

const examples = `
Examples:
  tidemark forget --source hourly/20260501/9.lz4        a file that was imported, or all of a directory
  tidemark forget --source asset_ctxs/20260501.csv.lz4  the states of markets that it brought
  tidemark forget --feed hyperliquid                    what was read live from wallets
  tidemark forget --wallet 0x31ca8395cf837de08b24da3f660e77761dfb974b

A fill belongs to the file that brought it first: where another has it too, import that one again. Prints how many
fills were taken out; what follows from them is exact afterwards.

With a wallet go its payments of funding and its ledger updates. Those that a file or a feed brought stay: each stands
once, whichever record had it, and none says which that was.`;

/** Removed rows: fills, archived market states, and funding payments with ledger updates. */
const gone = Type.Object({ fills: count, contexts: count, ledger: count });
type Gone = Static<typeof gone>;

export const forget = operation({
  name: 'forget',
  method: 'POST',
  path: '/admin/v1/jobs/forget',
  operationId: 'jobs-forget',
  summary:
    'takes out the fills of a `source` or of a `wallet`, one of the two, and what follows from them; of a wallet its funding and ledger updates, too',
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
      const { batches, becomeWriter } = await opened();
      const turn = await becomeWriter();
      try {
        const taken = { fills: 0, contexts: 0, ledger: 0 };
        await writersTurn(batches, openJournal(journalDir), async () => {
          taken.fills = await batches.forget(request);
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
    summary: 'take out the fills of a file or a wallet',
    description:
      'Takes out the fills that came from a file or feed, or all of a wallet, its funding and ledger updates, too, and what follows from them.',
    examples,
    options: {
      source: ['--source <FILE>', 'a file or directory that was imported; it need not be there any more'],
      feed: ['--feed <NAME>', 'what was read live: hyperliquid'],
      wallet: [
        '--wallet <ADDRESS>',
        'all fills, funding and ledger updates of a wallet (0x and 40 hex digits)',
      ],
    },
    async act(given, { open, stdout, stderr }) {
      const params = meantBy(given as Parameters<typeof meantBy>[0]);
      const { fills, contexts, ledger } = (await open((call) => call('forget', params))) as Gone;
      stdout.write(`${fills}\n`);
      if (contexts > 0) stderr.write(`${contexts} states of markets were taken out, too\n`);
      if (ledger > 0) stderr.write(`${ledger} payments of funding and ledger updates were taken out, too\n`);
      else if (fills === 0 && contexts === 0) stderr.write('no fill of that is stored\n');
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
