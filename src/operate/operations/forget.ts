import { Type } from 'typebox';
import type { ForgetRequest } from '../../ingest/fill-rewrite.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { count, maybe, operation, walletText } from '../operation.ts';

/**
 * Takes out the fills that came first from a file or the files of a directory (absolute path), or from a feed; or all of a
 * wallet; and what follows from them.
 */
export const forget = operation({
  name: 'forget',
  method: 'POST',
  path: '/admin/v1/jobs/forget',
  operationId: 'jobs-forget',
  summary: 'takes out the fills of a `source` or of a `wallet`, one of the two, and what follows from them',
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
  /** What was taken out: fills, and archived states of markets. */
  output: Type.Object({ fills: count, contexts: count }),
  progress: Type.Object({}),
  async run({ fills: opened, journalDir, inTurn }, input) {
    const request = forgetRequest(input);
    return inTurn(async () => {
      const { openJournal } = await import('../../ingest/journal.ts');
      const { writersTurn } = await import('../../ingest/recover.ts');
      const { batches, becomeWriter } = await opened();
      const turn = await becomeWriter();
      try {
        const gone = { fills: 0, contexts: 0 };
        await writersTurn(batches, openJournal(journalDir), async () => {
          gone.fills = await batches.forget(request);
          if ('source' in request) gone.contexts = await batches.forgetContexts(request.source);
        });
        return gone;
      } finally {
        await turn.giveBack();
      }
    });
  },
});

function forgetRequest({ source, wallet }: { source?: string; wallet?: string }): ForgetRequest {
  if (source !== undefined && wallet === undefined) return { source };
  if (wallet !== undefined && source === undefined) return { wallet: wallet.toLowerCase() };
  throw unacceptable([{ location: 'body', message: 'must have source or wallet, one of the two' }]);
}
