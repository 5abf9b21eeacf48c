import { internals, type Modal } from '../../modal.js'
import { hasSiwx } from './hasSiwx.js'

/** Not the key of a connection: those have a colon. */
const name = 'siwxCode'

/** Loads the sign-in feature once a wallet is asked or connected. A load that failed is tried again. Safe to call again. */
export function watchSignIn(modal: Modal): void {
  const { listening, load, warn } = modal[internals]
  if (!hasSiwx(modal) || listening.has(name)) return
  const stop = modal.subscribe(begin)
  listening.set(name, stop)
  begin()
  function begin(): void {
    const entries = Object.values(modal.getState().namespaces)
    if (entries.every(({ connection }) => connection.status === 'disconnected')) return
    load
      .signIn()
      .then(({ startSignIn }) => {
        stop()
        return startSignIn(modal)
      })
      .catch(warn)
  }
}
