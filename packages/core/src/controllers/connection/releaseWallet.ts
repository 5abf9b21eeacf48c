import { beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'

/** Asks a wallet to let go, for three seconds at most. Rejects with what went wrong. */
export async function releaseWallet(
  modal: Modal,
  { connectorId, namespace }: { readonly connectorId: string; readonly namespace: Namespace },
): Promise<void> {
  const connector = modal[internals].connectors.get(connectorId)
  if (!connector) return
  const key = `release:${namespace}:${connectorId}`
  const attempt = beginAttempt(modal, { key, deadline: deadlines.disconnect })
  try {
    await attempt.race(connector.disconnect({ namespace, signal: attempt.signal }))
  } finally {
    attempt.end()
  }
}
