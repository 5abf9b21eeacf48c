import type { Emitter } from '../provider/createEmitter.js'
import type { WalletState } from './createWalletState.js'

/** Changes, keeps, and tells the site what it can see of the change: nothing where it is not connected. */
export function createUpdate(state: WalletState, { emit }: Emitter): (change: () => void) => void {
  return (change) => {
    const accounts = state.exposed()
    const chain = state.chains.selected()
    change()
    state.save()
    const accountsNow = state.exposed()
    const chainNow = state.chains.selected()
    if (accounts.join() !== accountsNow.join()) emit('accountsChanged', [...accountsNow])
    if (accountsNow.length > 0 && chain.id !== chainNow.id) emit('chainChanged', `0x${chainNow.id.toString(16)}`)
  }
}
