import { createUuid } from './createUuid.js'
import { keyIcon } from './keyIcon.js'

/** Announces that many different wallets which refuse everything, again on every request. Returns its undoing. */
export function announceMany(target: EventTarget, count: number): () => void {
  const details = Array.from({ length: count }, (_, index) => {
    const info = { uuid: createUuid(), name: `Wallet ${index}`, icon: keyIcon, rdns: `example.wallet${index}` }
    const provider = {
      request: () => Promise.reject(Object.assign(new Error('There is no wallet here.'), { code: 4_900 })),
      on: () => provider,
      removeListener: () => provider,
    }
    return Object.freeze({ info: Object.freeze(info), provider })
  })
  // one listener for all: ten thousand of them are a matter of the page's memory, not of its discovery
  const announce = (): void => {
    for (const detail of details) target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  announce()
  target.addEventListener('eip6963:requestProvider', announce)
  return () => target.removeEventListener('eip6963:requestProvider', announce)
}
