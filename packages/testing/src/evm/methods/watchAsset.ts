import { isAddress } from 'viem'
import { createRpcError } from '../errors/createRpcError.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { safeText } from './safeText.js'

/** `wallet_watchAsset` (EIP-747): asks for ERC-20 tokens and shows nothing. Its parameter is no list. */
export async function watchAsset(_context: WalletContext, call: WalletCall): Promise<true> {
  const { type, options } = (call.params ?? {}) as { readonly type?: unknown; readonly options?: unknown }
  const { address, symbol } = (options ?? {}) as { readonly address?: unknown; readonly symbol?: unknown }
  if (type !== 'ERC20') throw createRpcError(-32_602, `Asset of type '${String(type)}' not supported.`)
  if (typeof address !== 'string' || !isAddress(address)) throw createRpcError(-32_602, 'Invalid address of the token.')
  await call.ask('add', `Show the token ${safeText(String(symbol ?? address))}`)
  return true
}
