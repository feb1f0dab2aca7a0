import { setTimeout as delay } from 'node:timers/promises';
import type { FacilitatorEvmSigner } from '@x402/evm';
import { decodeFunctionData, encodeFunctionResult, type Hex, keccak256, parseAbi, toHex } from 'viem';

/** The test network of Base, and its USDC as the protocol's library knows it. */
export const network = 'eip155:84532';
export const usdc = { address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', name: 'USDC', version: '2' };

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function authorizationState(address, bytes32) view returns (bool)',
]);

export interface Transfer {
  from: string;
  to: string;
  value: bigint;
  nonce: string;
}

type Contract = { functionName: string; args?: readonly unknown[] };

/**
 * A chain with one token that moves by signed authorization. It refuses what the contract refuses, in its words: a nonce that was
 * used, a transfer above the balance, one out of its time. Signatures are checked before it is asked.
 */
export function createFakeChain() {
  const balances = new Map<string, bigint>();
  const used = new Set<string>();
  const transfers: Transfer[] = [];
  const state = { settleMs: 0 };
  const balanceOf = (address: string) => balances.get(address.toLowerCase()) ?? 0n;

  function transferOf({ args = [] }: Contract): Transfer {
    const [from, to, value, validAfter, validBefore, nonce] = args as [
      string,
      string,
      bigint,
      bigint,
      bigint,
      string,
    ];
    const nowSeconds = BigInt(Math.floor(Date.now() / 1_000));
    if (nowSeconds <= validAfter) throw new Error('FiatTokenV2: authorization is not yet valid');
    if (nowSeconds >= validBefore) throw new Error('FiatTokenV2: authorization is expired');
    if (used.has(`${from} ${nonce}`.toLowerCase())) {
      throw new Error('FiatTokenV2: authorization is used or canceled');
    }
    if (value > balanceOf(from)) throw new Error('ERC20: transfer amount exceeds balance');
    return { from: from.toLowerCase(), to: to.toLowerCase(), value, nonce: nonce.toLowerCase() };
  }

  function answerOf(callData: Hex): Hex {
    const { functionName, args } = decodeFunctionData({ abi, data: callData });
    if (functionName === 'balanceOf') {
      return encodeFunctionResult({ abi, functionName, result: balanceOf(args[0]) });
    }
    if (functionName === 'authorizationState') {
      const result = used.has(`${args[0]} ${args[1]}`.toLowerCase());
      return encodeFunctionResult({ abi, functionName, result });
    }
    return encodeFunctionResult({ abi, functionName, result: usdc[functionName] });
  }

  const signer: FacilitatorEvmSigner = {
    getAddresses: () => [`0x${'fa'.repeat(20)}`],
    async readContract(call) {
      if (call.functionName === 'transferWithAuthorization') return void transferOf(call);
      if (call.functionName !== 'tryAggregate') throw new Error(`${call.functionName} is not of this chain`);
      const [, calls] = call.args as [boolean, { callData: Hex }[]];
      return calls.map(({ callData }) => ({ success: true, returnData: answerOf(callData) }));
    },
    verifyTypedData: () => Promise.reject(new Error('signatures are checked without the chain')),
    async writeContract(call) {
      const transfer = transferOf(call);
      used.add(`${transfer.from} ${transfer.nonce}`);
      balances.set(transfer.from, balanceOf(transfer.from) - transfer.value);
      balances.set(transfer.to, balanceOf(transfer.to) + transfer.value);
      transfers.push(transfer);
      await delay(state.settleMs); // waits: a block of the chain
      return keccak256(toHex(JSON.stringify([transfer.nonce, transfers.length])));
    },
    sendTransaction: () => Promise.reject(new Error('nothing is deployed here')),
    waitForTransactionReceipt: async () => ({ status: 'success' }),
    getCode: async ({ address }) =>
      address.toLowerCase() === usdc.address.toLowerCase() ? '0x60' : undefined,
  };
  return { signer, balances, balanceOf, transfers, state };
}

export type FakeChain = ReturnType<typeof createFakeChain>;
