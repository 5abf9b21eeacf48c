import { internals, type Modal } from '../../modal.js'
import { toWatchKey } from '../connection/toWatchKey.js'
import { fetchIdentity } from './fetchIdentity.js'

/** Keeps the name of the EVM account known while something shows it. Returns its unsubscribe. */
export function watchIdentity(modal: Modal): () => void {
  const read = (): void => {
    if (modal.getState().status === 'ready') fetchIdentity(modal).catch(modal[internals].warn)
  }
  read()
  return modal.subscribe((state, previous) => {
    if (toWatchKey(state, 'eip155') !== toWatchKey(previous, 'eip155')) read()
  })
}
