import { DisconnectFailedError } from '../../errors/connection.js'
import type { Modal, ModalState } from '../../modal.js'
import { isNamespace, type Namespace } from '../../utils/caip.js'
import { track } from '../events/track.js'
import { close } from '../router/close.js'
import { reset } from '../router/navigate.js'
import { toStartRoute } from '../router/toStartRoute.js'
import { showToast } from '../toast/showToast.js'
import { assertStarted } from './assertStarted.js'
import { forget } from './forget.js'
import { getConnection } from './getConnection.js'
import { releaseWallet } from './releaseWallet.js'

export type DisconnectOptions = {
  /** All that are connected, or about to be, unless told. */
  readonly namespace?: Namespace | undefined
  /** Leaves the modal open, on the view that opening would show. */
  readonly keepOpen?: boolean | undefined
}

/**
 * Ends connections. Account, network and stored connection are gone at once and the modal closes [S4.3], whatever the
 * wallet answers; throws `DISCONNECT_FAILED` when it does not confirm that it let go.
 */
export async function disconnect(modal: Modal, { namespace, keepOpen = false }: DisconnectOptions = {}): Promise<void> {
  assertStarted(modal)
  const targets = namespace ? [namespace] : getLiveNamespaces(modal.getState())
  const ends = targets.map((target) => leave(modal, target))
  if (!keepOpen) close(modal, { force: true })
  else if (modal.getState().modal.open) reset(modal, toStartRoute(modal))

  const results = await Promise.allSettled(ends)
  const failure = results.find((result) => result.status === 'rejected')
  if (!failure) return
  showToast(modal, { variant: 'error', message: { code: 'DISCONNECT_FAILED' } })
  throw new DisconnectFailedError({ cause: failure.reason })
}

function getLiveNamespaces({ namespaces }: ModalState): readonly Namespace[] {
  return Object.keys(namespaces)
    .filter(isNamespace)
    .filter((namespace) => namespaces[namespace]?.connection.status !== 'disconnected')
}

async function leave(modal: Modal, namespace: Namespace): Promise<void> {
  const connectorId = getConnection(modal.getState(), namespace)?.connectorId
  forget(modal, namespace)
  if (!connectorId) return
  try {
    await releaseWallet(modal, { connectorId, namespace })
    track(modal, 'DISCONNECT_SUCCESS', { namespace })
  } catch (cause) {
    track(modal, 'DISCONNECT_ERROR', { namespace, message: String(cause) })
    throw cause
  }
}
