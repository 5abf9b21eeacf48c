import { createEmitter } from '../../evm/provider/createEmitter.js'
import type { BitcoinState } from '../state/createBitcoinState.js'
import type { BitcoinVerbs } from './bitcoinVerbs.js'

export type SiteEvents = {
  readonly on: BitcoinVerbs['on']
  /** Changes the state, and tells sites what they can see of the change. */
  readonly update: (change: () => void) => void
  readonly count: () => number
}

export function createSiteEvents(state: BitcoinState): SiteEvents {
  const emitter = createEmitter()
  let count = 0
  const look = (): string | undefined => (state.isShown() ? state.keys()[0].address : undefined)
  return {
    count: () => count,
    on(event, listener) {
      let isOn = true
      count += 1
      emitter.on(event, listener)
      return () => {
        if (!isOn) return
        isOn = false
        count -= 1
        emitter.off(event, listener)
      }
    },
    update(change) {
      const [address, network] = [look(), state.network()]
      change()
      // a site without permission sees nothing
      if (address === undefined) return
      if (look() === undefined) return emitter.emit('disconnect')
      if (state.network() !== network) emitter.emit('network')
      if (look() !== address) emitter.emit('accounts')
    },
  }
}
