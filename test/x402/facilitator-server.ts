import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { x402Facilitator } from '@x402/core/facilitator';
import type { VerifyRequest } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { type FakeChain, network } from './fake-chain.ts';

/** What goes wrong with calls of one kind: nothing, no server there, done but not confirmed, an answer that says nothing. */
export type Fault = 'none' | 'refuses' | 'silent' | 'nonsense';

/** A facilitator over HTTP on loopback, of the protocol's own library, on a chain of the test. */
export async function startFacilitator(chain: FakeChain) {
  const facilitator = new x402Facilitator().register(network, new ExactEvmScheme(chain.signer));
  const state: { verify: Fault; settle: Fault } = { verify: 'none', settle: 'none' };
  const calls = { verify: 0, settle: 0 };

  const server = createServer(async (req, res) => {
    const kind = req.url === '/verify' ? 'verify' : 'settle';
    const params = JSON.parse(await textOf(req)) as VerifyRequest;
    calls[kind] += 1;
    if (state[kind] === 'refuses') return void res.writeHead(503).end('away');
    const { paymentPayload, paymentRequirements } = params;
    const answer = await facilitator[kind](paymentPayload, paymentRequirements);
    if (state[kind] === 'silent') return void res.destroy();
    if (state[kind] === 'nonsense') return void res.writeHead(200).end('<html>');
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
