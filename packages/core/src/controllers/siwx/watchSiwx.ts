import { internals, type Modal } from '../../modal.js'
import { loadModule } from '../../utils/loadModule.js'
import { hasSiwx } from './hasSiwx.js'

/** Loads what signs visitors in with the first wallet that is connected or asked. What failed is tried again. */
export function watchSiwx(modal: Modal): void {
  if (!hasSiwx(modal)) return
  const { warn } = modal[internals]
  const stop = modal.subscribe(load)
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
