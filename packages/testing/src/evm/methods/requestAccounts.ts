import type { Address } from 'viem'
import { createRpcError } from '../errors/createRpcError.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { safeText } from './safeText.js'

/** `eth_requestAccounts` (EIP-1102): a prompt only where the site is not connected; two at once share it. */
export async function requestAccounts(context: WalletContext, call: WalletCall): Promise<readonly Address[]> {
  const { state, script, update, emit, connectOnce } = context
  if (state.lock.isLocked()) {
    if (script.flags().locked === 'pending') throw createRpcError(-32_002, 'Already processing unlock. Please wait.')
    await state.lock.untilUnlocked()
  }
  if (state.granted().length === 0) {
    await connectOnce(async () => {
      await call.ask('connect', `Connect to ${safeText(state.origin)}`)
      emit('connect', { chainId: `0x${state.chains.selected().id.toString(16)}` })
      update(() => state.grant(state.accounts.list()))
    })
  }
  return [...state.exposed()]
}
