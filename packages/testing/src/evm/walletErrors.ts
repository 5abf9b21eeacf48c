import { createRpcError } from '../scripted/rpc.js'
import type { MethodBehaviour } from '../scripted/walletScript.js'

/** One recorded error of real wallets. Use `error` in test tables, and `behaviour` in scripts. */
export type WalletErrorCase = {
  readonly name: string
  /** The thrown value; `undefined` if the wallet replies instead. */
  readonly error: unknown
  readonly behaviour: MethodBehaviour
  /** Whether the value includes the standard's code. Otherwise only the wallet's next behavior shows the cause. */
  readonly carriesCode: boolean
}

const denied = 'MetaMask Tx Signature: User denied transaction signature.'

/** How wallets, relays and libraries report that the user rejected a request (EIP-1193 4001, CAIP-25 5000). */
export const rejectionErrors: readonly WalletErrorCase[] = [
  thrownCase('4001 (EIP-1193)', createRpcError(4_001, 'User rejected the request.')),
  thrownCase('4001 in a plain object', { code: 4_001, message: denied }),
  thrownCase('4001 without a message', { code: 4_001 }),
  thrownCase('4001 as a string', { code: '4001', message: 'Rejected' }),
  thrownCase('5000 (CAIP-25)', { code: 5_000, message: 'User rejected.' }),
  thrownCase('5002 from a wallet behind a relay', { code: 5_002, message: 'User rejected methods.' }),
  thrownCase(
    'ACTION_REJECTED of ethers 5',
    withFields('user rejected transaction (action="sendTransaction", code=ACTION_REJECTED, version=providers/5.7.2)', {
      code: 'ACTION_REJECTED',
      reason: 'user rejected transaction',
      action: 'sendTransaction',
    }),
  ),
  thrownCase(
    'ACTION_REJECTED of ethers 6',
    withFields('user rejected action (action="sendTransaction", reason="rejected", code=ACTION_REJECTED)', {
      code: 'ACTION_REJECTED',
      action: 'sendTransaction',
      reason: 'rejected',
      info: { error: { code: 4_001, message: `ethers-user-denied: ${denied}` } },
    }),
  ),
  thrownCase('a JSON-RPC reply with 4001', { id: 7, jsonrpc: '2.0', error: { code: 4_001, message: 'User rejected' } }),
  thrownCase('-32603 around 4001 in data.originalError', {
    code: -32_603,
    message: 'Internal JSON-RPC error.',
    data: { originalError: { code: 4_001, message: denied } },
  }),
  thrownCase('-32603 around 4001 in data.cause', {
    code: -32_603,
    message: 'Internal JSON-RPC error.',
    data: { cause: { code: 4_001, message: denied } },
  }),
  thrownCase(
    '4001 at the end of a chain of causes',
    new Error('The transaction failed.', {
      cause: new Error('Request failed.', { cause: createRpcError(4_001, 'User rejected the request.') }),
    }),
  ),
  thrownCase('4001 as JSON in the message', new Error('{"code":4001,"message":"User rejected the request."}')),
  thrownCase('4001 as JSON inside the message', new Error('Error: Web3RpcError: {"code":4001,"message":"Cancelled"}')),
]

const unrecognizedMessage = 'Unrecognized chain ID "0x13881". Try adding the chain using wallet_addEthereumChain first.'

const unrecognizedJson = '{"code":4902,"message":"Unrecognized chain ID"}'

/**
 * How wallets report an unknown chain on `wallet_switchEthereumChain` (EIP-3326). Recorded from public reports:
 * MetaMask/metamask-mobile 2944, 3312, 12502 and 13415, Uniswap/web3-react 770, coinbase/coinbase-wallet-sdk 915,
 * trustwallet/wallet-core 4464, WalletConnect/walletconnect-monorepo 1995.
 */
export const unknownChainErrors: readonly WalletErrorCase[] = [
  thrownCase('4902', createRpcError(4_902, unrecognizedMessage)),
  thrownCase('4902 in a plain object', { code: 4_902, message: unrecognizedMessage }),
  thrownCase('4902 as a string', { code: '4902', message: unrecognizedMessage }),
  thrownCase('-32603 around 4902 in data.originalError', {
    code: -32_603,
    message: unrecognizedMessage,
    data: { originalError: { code: 4_902 } },
  }),
  thrownCase('-32603 around 4902 in data.cause', {
    code: -32_603,
    message: 'Internal JSON-RPC error.',
    data: { cause: { code: 4_902, message: unrecognizedMessage } },
  }),
  thrownCase('a JSON-RPC reply with 4902', {
    id: 7,
    jsonrpc: '2.0',
    error: { code: 4_902, message: unrecognizedMessage },
  }),
  thrownCase(
    'UNKNOWN_ERROR of ethers 6 around 4902',
    withFields(`could not coalesce error (error=${unrecognizedJson}, code=UNKNOWN_ERROR, version=6.13.4)`, {
      code: 'UNKNOWN_ERROR',
      error: { code: 4_902, message: unrecognizedMessage },
    }),
  ),
  thrownCase(
    '4902 at the end of a chain of causes',
    new Error('An error occurred when attempting to switch chain.', {
      cause: new Error('An unknown RPC error occurred.', { cause: createRpcError(4_902, unrecognizedMessage) }),
    }),
  ),
  thrownCase('4902 as JSON in the message', new Error(unrecognizedJson)),
  thrownCase('4902 as JSON inside the message', new Error(`Error: x, Exception: Web3RpcError: ${unrecognizedJson}`)),
  thrownCase('-32603 with text only', { code: -32_603, message: unrecognizedMessage }, false),
  thrownCase('32603, the sign lost', { code: 32_603, message: 'Invalid chain' }, false),
  thrownCase('-32602', createRpcError(-32_602, 'Unsupported chain'), false),
  thrownCase('-32000 with localised text', { code: -32_000, message: 'Diese Kette wird nicht unterstützt' }, false),
  thrownCase('a localised text and nothing else', 'サポートされていないチェーンです', false),
  {
    name: 'null, and the chain stays',
    error: undefined,
    behaviour: { kind: 'reply', value: null },
    carriesCode: false,
  },
]

function thrownCase(name: string, error: unknown, carriesCode = true): WalletErrorCase {
  return { name, error, behaviour: { kind: 'throw', value: error }, carriesCode }
}

/** An `Error` with extra fields, as wallets and libraries add them. */
function withFields(message: string, fields: Readonly<Record<string, unknown>>): Error {
  return Object.assign(new Error(message), fields)
}
