import type { StandardAccount } from '@latchkey/core'
import { createRpcError } from '../../evm/errors/createRpcError.js'
import { safeText } from '../../evm/methods/safeText.js'
import type { WalletCall, WalletContext } from './walletMethod.js'

/** `standard:connect`: a prompt only where the site is not connected, and none where it asks silently; two share one. */
export async function connect(
  context: WalletContext,
  call: WalletCall,
): Promise<{ readonly accounts: readonly StandardAccount[] }> {
  const { state, connectsSilently } = context
  const [input] = call.inputs as readonly ({ readonly silent?: boolean } | undefined)[]
  if (!(input?.silent && connectsSilently)) await permit(context, call)
  return { accounts: state.exposed() }
}

/** Unlocks the wallet and connects the site, as far as that is still to be done. */
export async function permit(
  { state, script, update, connectOnce }: WalletContext,
  { ask }: WalletCall,
): Promise<void> {
  if (state.lock.isLocked()) {
    if (script.flags().locked === 'pending') throw createRpcError(-32_002, 'Already processing unlock. Please wait.')
    await state.lock.untilUnlocked()
  }
  if (state.granted().length > 0) return
  await connectOnce(async () => {
    await ask('connect', `Connect to ${safeText(state.origin)}`)
    update(() => state.grant(state.keys.list().map(({ address }) => address)))
  })
}
