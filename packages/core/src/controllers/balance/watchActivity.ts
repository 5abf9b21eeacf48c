import { AbortedError } from '../../errors/AbortedError.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getConnection } from '../connection/getConnection.js'
import { getNetwork } from '../network/getNetwork.js'

/**
 * Hears of transactions of the active account, where the adapter can tell and the app has switched that on. Returns its
 * unsubscribe; the end of the modal ends it too.
 */
export function watchActivity(modal: Modal, namespace: Namespace, onActivity: () => void): () => void {
  const { adapters, signal: ended, warn } = modal[internals]
  const watch = adapters.get(namespace)?.features['activity:watch']
  const connection = getConnection(modal.getState(), namespace)
  const network = getNetwork(modal.getState(), namespace)
  if (!watch || !connection || !network) return () => undefined
  const controller = new AbortController()
  const stop = (): void => {
    ended.removeEventListener('abort', stop)
    controller.abort(new AbortedError())
  }
  ended.addEventListener('abort', stop)
  const { signal } = controller
  watch({ account: connection.accounts[0], network, onActivity, signal }).then(stop, (cause: unknown) => {
    if (!signal.aborted) warn(cause)
  })
  return stop
}
