import { internals, type Modal } from '../../modal.js'
import { isLive } from './isLive.js'
import { releaseWallet } from './releaseWallet.js'

export type EndUnusedOptions = {
  readonly connectorId: string
  /** A session that took no other's place leaves those alone that are connected by an older one. */
  readonly isUseless?: boolean | undefined
}

/**
 * Ends a session that a wallet agreed to and that nobody takes up: the visitor left in that moment, or it is of no use. It
 * has taken the place of an older one, so that whatever is still connected by that has nobody behind it and ends too.
 */
export function endUnused(modal: Modal, { connectorId, isUseless }: EndUnusedOptions): void {
  const { connectors, pairing, signal, warn } = modal[internals]
  if (pairing && !pairing.signal.aborted) {
    void pairing.result.then((connections) => {
      // one that went well has replaced it
      if (!connections) endUnused(modal, { connectorId, isUseless })
    })
    return
  }
  const [namespace] = connectors.get(connectorId)?.meta.namespaces ?? []
  if (!namespace || signal.aborted || (isUseless && isLive(modal.getState(), connectorId))) return
  releaseWallet(modal, { connectorId, namespace }).catch(warn)
}
