import { isAddress } from 'viem'
import { createRpcError } from '../../scripted/rpc.js'
import { safeText } from '../../scripted/wallet.js'
import { getCallsStatus, getCapabilities } from '../calls/getCallsStatus.js'
import { sendCalls } from '../calls/sendCalls.js'
import { addChain, switchChain } from '../methods/chains.js'
import {
  getGrantedExecutionPermissions,
  getSupportedExecutionPermissions,
  requestExecutionPermissions,
  revokeExecutionPermission,
} from '../methods/executionPermissions.js'
import { getPermissions, requestAccounts, requestPermissions, revokePermissions } from '../methods/permissions.js'
import { personalSign, signTypedData } from '../methods/signing.js'
import { sendTransaction, signTransaction } from '../transaction/sendTransaction.js'
import type { WalletCall, WalletContext, WalletMethod } from './walletMethod.js'

const methods: Readonly<Record<string, WalletMethod>> = {
  eth_accounts: { prompts: false, handle: ({ state }) => [...state.exposed()] },
  eth_chainId: { prompts: false, handle: ({ state }) => `0x${state.chains.selected().id.toString(16)}` },
  eth_requestAccounts: { prompts: true, handle: requestAccounts },
  eth_sendTransaction: { prompts: true, handle: sendTransaction },
  eth_signTransaction: { prompts: true, handle: signTransaction },
  eth_signTypedData_v4: { prompts: true, handle: signTypedData },
  net_version: { prompts: false, handle: ({ state }) => String(state.chains.selected().id) },
  personal_sign: { prompts: true, handle: personalSign },
  wallet_addEthereumChain: { prompts: true, handle: addChain },
  wallet_getCallsStatus: { prompts: false, handle: getCallsStatus },
  wallet_getCapabilities: { prompts: false, handle: getCapabilities },
  wallet_getGrantedExecutionPermissions: { prompts: false, handle: getGrantedExecutionPermissions },
  wallet_getPermissions: { prompts: false, handle: getPermissions },
  wallet_getSupportedExecutionPermissions: { prompts: false, handle: getSupportedExecutionPermissions },
  wallet_requestExecutionPermissions: { prompts: true, handle: requestExecutionPermissions },
  wallet_requestPermissions: { prompts: true, handle: requestPermissions },
  wallet_revokeExecutionPermission: { prompts: true, handle: revokeExecutionPermission },
  wallet_revokePermissions: { prompts: false, handle: revokePermissions },
  wallet_sendCalls: { prompts: true, handle: sendCalls },
  wallet_switchEthereumChain: { prompts: true, handle: switchChain },
  wallet_watchAsset: { prompts: true, handle: watchAsset },
}

/** Finds a method by name. Other methods are forwarded to the chain if they only read, and rejected otherwise. */
export function findMethod(name: string): WalletMethod {
  return (Object.hasOwn(methods, name) ? methods[name] : undefined) ?? { prompts: false, handle: forwardRead }
}

/** Chain methods that need neither the user nor a signature. */
const readable = /^(eth_(?!sign|send|accounts|coinbase)|eth_sendRawTransaction$|net_|web3_)/

/** Forwards a read to the selected chain. Throws 4200 (EIP-1193) for unsupported methods such as `eth_sign`. */
function forwardRead({ state, forward }: WalletContext, { method, params }: WalletCall): Promise<unknown> {
  if (!readable.test(method)) throw createRpcError(4_200, `The wallet does not support the method ${method}.`)
  return forward(state.chains.selected(), method, params)
}

/** `wallet_watchAsset` (EIP-747): prompts for ERC-20 tokens, and displays nothing. Its parameter is not a list. */
async function watchAsset(_context: WalletContext, call: WalletCall): Promise<true> {
  const { type, options } = (call.params ?? {}) as { readonly type?: unknown; readonly options?: unknown }
  const { address, symbol } = (options ?? {}) as { readonly address?: unknown; readonly symbol?: unknown }
  if (type !== 'ERC20') throw createRpcError(-32_602, `Asset of type '${String(type)}' not supported.`)
  if (typeof address !== 'string' || !isAddress(address)) throw createRpcError(-32_602, 'Invalid address of the token.')
  await call.ask('add', `Show the token ${safeText(String(symbol ?? address))}`)
  return true
}
