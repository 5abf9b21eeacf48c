import { createRpcError } from '../errors/createRpcError.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { firstParam } from './firstParam.js'
import { parseChainId } from './parseChainId.js'
import { safeText } from './safeText.js'

/** `wallet_switchEthereumChain` (EIP-3326): 4902 for a chain that the wallet does not know. */
export async function switchChain({ state, script, update }: WalletContext, call: WalletCall): Promise<null> {
  const hex = firstParam(call.params)['chainId']
  const chain = state.chains.find(parseChainId(hex))
  if (!chain) {
    const advice = 'Try adding the chain using wallet_addEthereumChain first.'
    throw createRpcError(4_902, `Unrecognized chain ID "${String(hex)}". ${advice}`)
  }
  if (chain === state.chains.selected()) return null
  await call.ask('switch', `Switch to ${safeText(chain.name ?? `chain ${chain.id}`)}`)
  if (!script.flags().lieAboutSwitch) update(() => state.chains.select(chain.id))
  return null
}
