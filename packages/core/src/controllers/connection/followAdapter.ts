import type { AdapterInstance } from '../../adapter.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { adoptConnection } from './takeUp.js'

/** Adopts the connections that an adapter reports, until the modal ends. */
export function followAdapter(modal: Modal, namespace: Namespace, adapter: AdapterInstance): void {
  const { onDestroy, signal, warn } = modal[internals]
  if (signal.aborted) return
  const stop = adapter.onConnect?.((connection) => {
    if (!signal.aborted) adoptConnection(modal, { namespace, ...connection }).catch(warn)
  })
  if (stop) onDestroy(stop)
}
