import { internals, type Modal } from '../../modal.js'
import { loadModule } from '../../utils/loadModule.js'
import { hasSiwx } from './hasSiwx.js'

/** Not the key of a connection: those have a colon. */
const name = 'siwxCode'

/** Loads what signs visitors in, as a wallet is asked or connected. What failed is tried again. Safe to call again. */
export function watchSiwx(modal: Modal): void {
  const { listening, warn } = modal[internals]
  if (!hasSiwx(modal) || listening.has(name)) return
  const stop = modal.subscribe(load)
  listening.set(name, stop)
  load()
  function load(): void {
    const entries = Object.values(modal.getState().namespaces)
    if (entries.every(({ connection }) => connection.status === 'disconnected')) return
    loadModule(() => import('./startSiwx.js'))
      .then(({ startSiwx }) => {
        stop()
        return startSiwx(modal)
      })
      .catch(warn)
  }
}
