import { type AwaitedConnection, internals, type Modal } from '../../modal.js'
import { setTimer } from '../../timers.js'
import type { Namespace } from '../../utils/caip.js'
import { connect } from './connect.js'
import { resume } from './resume.js'
import { setConnection } from './setConnection.js'
import { storeConnections } from './storeConnections.js'
import { watchStorage } from './watchStorage.js'

/** Milliseconds that a wallet which was connected before has to announce itself. */
const announcementDeadline = 3_000

/**
 * Restores the connections that `start()` found stored, without a prompt. [S4.2] The wallets have had time since
 * `startedAt`, in milliseconds since the epoch.
 */
export function reconnect(modal: Modal, startedAt: number): void {
  const { awaited } = modal[internals]
  watchStorage(modal)
  restoreAnnounced(modal)
  const left = startedAt + announcementDeadline - modal.env.now()
  for (const { namespace, isActive } of awaited.values()) {
    if (!isActive) continue
    if (left > 0) setTimer(modal, `await:${namespace}`, () => stopWaiting(modal, namespace), left)
    else stopWaiting(modal, namespace)
  }
  // a wallet may announce itself late
  const unsubscribe = modal.subscribe((state, previous) => {
    if (state.connectors !== previous.connectors) restoreAnnounced(modal)
    if (awaited.size === 0) unsubscribe()
  })
}

function restoreAnnounced(modal: Modal): void {
  const { awaited, connectors } = modal[internals]
  for (const entry of [...awaited.values()])
    if (connectors.has(entry.connectorId))
      restore(modal, entry).catch(() => {
        // the wallet is locked or has forgotten us: the visitor may take it up again
        if (!modal[internals].signal.aborted) storeConnections(modal, entry.namespace, (stored) => stored)
      })
}

async function restore(modal: Modal, { isActive, address: _address, ...stored }: AwaitedConnection): Promise<void> {
  if (!isActive) return resume(modal, stored)
  try {
    await connect(modal, { ...stored, silent: true })
  } catch (cause) {
    const { features, namespaces, status } = modal.getState()
    const isOvertaken = namespaces[stored.namespace]?.connection.status !== 'disconnected'
    // the visitor was faster with another wallet; this one comes back beside it
    if (status === 'ready' && isOvertaken && features.multiWallet) return resume(modal, stored)
    throw cause
  }
}

/** The page counts as disconnected from now on; a wallet that comes even later is still welcome. */
function stopWaiting(modal: Modal, namespace: Namespace): void {
  const { awaited } = modal[internals]
  const isAwaited = [...awaited.values()].some((entry) => entry.isActive && entry.namespace === namespace)
  if (isAwaited) setConnection(modal, namespace, { status: 'disconnected' })
}
