import { createRpcError } from '../errors/createRpcError.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'

/** Anything of the chain that is neither the user's nor a signature of somebody else's key. */
const readable = /^(eth_(?!sign|send|accounts|coinbase)|eth_sendRawTransaction$|net_|web3_)/

/** Asks the selected chain. 4200 (EIP-1193) for what this wallet does not do, `eth_sign` among it. */
export function forwardRead({ state, forward }: WalletContext, { method, params }: WalletCall): Promise<unknown> {
  if (!readable.test(method)) throw createRpcError(4_200, `The wallet does not support the method ${method}.`)
  return forward(state.chains.selected(), method, params)
}
