import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { toWatchKey } from '../connection/toWatchKey.js'
import { isRefusedNetwork } from '../network/isRefusedNetwork.js'
import { fetchBalance } from './fetchBalance.js'
import { watchActivity } from './watchActivity.js'

/**
 * Keeps the balance known while something shows it: reads it now, again when the account or the network changes, and
 * where the adapter tells of transactions with each of them. Nothing is read while nobody watches. Returns its
 * unsubscribe.
 */
export function watchBalance(modal: Modal, namespace?: Namespace | undefined): () => void {
  let stopActivity: (() => void) | undefined
  const read = (force: boolean): void => {
    fetchBalance(modal, { namespace, force }).catch(modal[internals].warn)
  }
  const update = (): void => {
    stopActivity?.()
    const { status, activeNamespace } = modal.getState()
    const wanted = namespace ?? activeNamespace
    // a network that has to be left anyway has no balance to show
    if (status !== 'ready' || !wanted || (wanted === activeNamespace && isRefusedNetwork(modal))) return
    read(false)
    stopActivity = watchActivity(modal, wanted, () => read(true))
  }
  update()
  const unsubscribe = modal.subscribe((state, previous) => {
    const key = toWatchKey(state, namespace)
    if (key === toWatchKey(previous, namespace)) return
    if (key) update()
    else stopActivity?.()
  })
  return () => {
    unsubscribe()
    stopActivity?.()
  }
}
