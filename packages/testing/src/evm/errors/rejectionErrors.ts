import { createRpcError } from './createRpcError.js'
import { thrown } from './thrown.js'
import type { WalletErrorCase } from './walletErrorCase.js'
import { withFields } from './withFields.js'

const denied = 'MetaMask Tx Signature: User denied transaction signature.'

/** How wallets, relays and libraries say that the user refused (EIP-1193 4001, CAIP-25 5000). */
export const rejectionErrors: readonly WalletErrorCase[] = [
  thrown('4001 (EIP-1193)', createRpcError(4_001, 'User rejected the request.')),
  thrown('4001 in a plain object', { code: 4_001, message: denied }),
  thrown('4001 without a message', { code: 4_001 }),
  thrown('4001 as a string', { code: '4001', message: 'Rejected' }),
  thrown('5000 (CAIP-25)', { code: 5_000, message: 'User rejected.' }),
  thrown('5002 from a wallet behind a relay', { code: 5_002, message: 'User rejected methods.' }),
  thrown(
    'ACTION_REJECTED of ethers 5',
    withFields('user rejected transaction (action="sendTransaction", code=ACTION_REJECTED, version=providers/5.7.2)', {
      code: 'ACTION_REJECTED',
      reason: 'user rejected transaction',
      action: 'sendTransaction',
    }),
  ),
  thrown(
    'ACTION_REJECTED of ethers 6',
    withFields('user rejected action (action="sendTransaction", reason="rejected", code=ACTION_REJECTED)', {
      code: 'ACTION_REJECTED',
      action: 'sendTransaction',
      reason: 'rejected',
      info: { error: { code: 4_001, message: `ethers-user-denied: ${denied}` } },
    }),
  ),
  thrown('a JSON-RPC reply with 4001', { id: 7, jsonrpc: '2.0', error: { code: 4_001, message: 'User rejected' } }),
  thrown('-32603 around 4001 in data.originalError', {
    code: -32_603,
    message: 'Internal JSON-RPC error.',
    data: { originalError: { code: 4_001, message: denied } },
  }),
  thrown('-32603 around 4001 in data.cause', {
    code: -32_603,
    message: 'Internal JSON-RPC error.',
    data: { cause: { code: 4_001, message: denied } },
  }),
  thrown(
    '4001 at the end of a chain of causes',
    new Error('The transaction failed.', {
      cause: new Error('Request failed.', { cause: createRpcError(4_001, 'User rejected the request.') }),
    }),
  ),
  thrown('4001 as JSON in the message', new Error('{"code":4001,"message":"User rejected the request."}')),
  thrown('4001 as JSON inside the message', new Error('Error: Web3RpcError: {"code":4001,"message":"Cancelled"}')),
]
