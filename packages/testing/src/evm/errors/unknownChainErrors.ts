import { createRpcError } from './createRpcError.js'
import { thrown } from './thrown.js'
import type { WalletErrorCase } from './walletErrorCase.js'
import { withFields } from './withFields.js'

const text = 'Unrecognized chain ID "0x13881". Try adding the chain using wallet_addEthereumChain first.'
const json = '{"code":4902,"message":"Unrecognized chain ID"}'

/**
 * How wallets say on `wallet_switchEthereumChain` (EIP-3326) that they do not know the chain. Recorded from public
 * reports: MetaMask/metamask-mobile 2944, 3312, 12502 and 13415, Uniswap/web3-react 770,
 * coinbase/coinbase-wallet-sdk 915, trustwallet/wallet-core 4464, WalletConnect/walletconnect-monorepo 1995.
 */
export const unknownChainErrors: readonly WalletErrorCase[] = [
  thrown('4902', createRpcError(4_902, text)),
  thrown('4902 in a plain object', { code: 4_902, message: text }),
  thrown('4902 as a string', { code: '4902', message: text }),
  thrown('-32603 around 4902 in data.originalError', {
    code: -32_603,
    message: text,
    data: { originalError: { code: 4_902 } },
  }),
  thrown('-32603 around 4902 in data.cause', {
    code: -32_603,
    message: 'Internal JSON-RPC error.',
    data: { cause: { code: 4_902, message: text } },
  }),
  thrown('a JSON-RPC reply with 4902', { id: 7, jsonrpc: '2.0', error: { code: 4_902, message: text } }),
  thrown(
    'UNKNOWN_ERROR of ethers 6 around 4902',
    withFields(`could not coalesce error (error=${json}, code=UNKNOWN_ERROR, version=6.13.4)`, {
      code: 'UNKNOWN_ERROR',
      error: { code: 4_902, message: text },
    }),
  ),
  thrown(
    '4902 at the end of a chain of causes',
    new Error('An error occurred when attempting to switch chain.', {
      cause: new Error('An unknown RPC error occurred.', { cause: createRpcError(4_902, text) }),
    }),
  ),
  thrown('4902 as JSON in the message', new Error(json)),
  thrown('4902 as JSON inside the message', new Error(`Error: x, Exception: Web3RpcError: ${json}`)),
  thrown('-32603 with text only', { code: -32_603, message: text }, false),
  thrown('32603, the sign lost', { code: 32_603, message: 'Invalid chain' }, false),
  thrown('-32602', createRpcError(-32_602, 'Unsupported chain'), false),
  thrown('-32000 with localised text', { code: -32_000, message: 'Diese Kette wird nicht unterstützt' }, false),
  thrown('a localised text and nothing else', 'サポートされていないチェーンです', false),
  {
    name: 'null, and the chain stays',
    error: undefined,
    behaviour: { kind: 'reply', value: null },
    carriesCode: false,
  },
]
