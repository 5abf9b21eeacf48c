import type { AdapterInstance } from '../../adapter.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { lazily } from '../../utils/lazily.js'
import { loadModule } from '../../utils/loadModule.js'

/** Takes over the connections that an adapter tells of, until the modal ends. What connects is loaded with the first. */
export function followAdapter(modal: Modal, namespace: Namespace, adapter: AdapterInstance): void {
  const { onDestroy, signal, warn } = modal[internals]
  if (signal.aborted) return
  const load = lazily(() => loadModule(() => import('./takeUp.js')))
  const stop = adapter.onConnect?.((connection) => {
    load()
      .then(({ takeUp }) => (signal.aborted ? undefined : takeUp(modal, { namespace, ...connection })))
      .catch(warn)
  })
  if (stop) onDestroy(stop)
}
