import { DisconnectFailedError } from '../../errors/connection.js'
import type { Modal, ModalState } from '../../modal.js'
import { isNamespace, type Namespace } from '../../utils/caip.js'
import { track } from '../events/track.js'
import { close } from '../router/close.js'
import { reset } from '../router/navigate.js'
import { toStartRoute } from '../router/toStartRoute.js'
import { showToast } from '../toast/showToast.js'

import { getConnectors, getPartIds } from '../wallets/getConnectors.js'
import { assertStarted } from './assertStarted.js'
import { forget } from './forget.js'
import { getLiveConnections } from './getLiveConnections.js'
import { releaseWallet } from './releaseWallet.js'
import type { Connection } from './state.js'

export type DisconnectOptions = {
  /** All that are connected, or about to be, unless told. */
  readonly namespace?: Namespace | undefined
  /** Only connections through this connector; of a `MULTI_CHAIN` one those of all its parts. */
  readonly connectorId?: string | undefined
  /** Takes them off the list of connections that ended, too. */
  readonly isRemoved?: boolean | undefined
  /** Leaves the modal open, on the view that opening would show. */
  readonly keepOpen?: boolean | undefined
  /** Leaves the modal as it is: for a view that shows what is left. */
  readonly keepView?: boolean | undefined
}

/**
 * Ends connections. Account, network and stored connection are gone at once and the modal closes [S4.3], whatever the
 * wallet answers. Where several wallets are connected, the next one of the namespace takes the place of the one that
 * ended.
 *
 * Throws `DISCONNECT_FAILED` when a wallet does not confirm that it let go: 'Failed to disconnect' of one namespace,
 * 'Failed to disconnect chains: …' of all. [S8.13] [S8.44]
 */
export async function disconnect(modal: Modal, options: DisconnectOptions = {}): Promise<void> {
  assertStarted(modal)
  const { namespace, connectorId, isRemoved, keepOpen = false, keepView = false } = options
  const targets = namespace ? [namespace] : getNamespaces(modal.getState())
  const ids = connectorId === undefined ? undefined : toPartIds(modal, connectorId)
  const ends = targets.flatMap((target) => leave(modal, target, ids, isRemoved))
  if (!keepOpen && !keepView) close(modal, { force: true })
  else if (!keepView && modal.getState().modal.open) reset(modal, toStartRoute(modal))

  const results = await Promise.all(ends)
  const failures = results.filter((result) => result.error !== undefined)
  const [first] = failures
  if (!first) return
  showToast(modal, { variant: 'error', message: { code: 'DISCONNECT_FAILED' } })
  const chains = namespace ? undefined : [...new Set(failures.map((failure) => failure.namespace))]
  throw new DisconnectFailedError({ cause: first.error, chains })
}

function getNamespaces({ namespaces }: ModalState): readonly Namespace[] {
  return Object.keys(namespaces).filter(isNamespace)
}

function toPartIds(modal: Modal, connectorId: string): readonly string[] {
  const joined = getConnectors(modal.getState()).find(({ id }) => id === connectorId)
  return joined ? getPartIds(joined) : [connectorId]
}

type End = { readonly namespace: Namespace; readonly error?: unknown }

/** Forgets at once, and gives how the wallets take it. */
function leave(
  modal: Modal,
  namespace: Namespace,
  ids: readonly string[] | undefined,
  isRemoved: boolean | undefined,
): readonly Promise<End>[] {
  const state = modal.getState()
  const live = getLiveConnections(state, namespace)
  const meant = live.filter(({ connectorId }) => !ids || ids.includes(connectorId))
  const current = state.namespaces[namespace]?.connection
  const asked = current?.status === 'connecting' ? current.connectorId : undefined
  if (!ids) forget(modal, namespace, { isRemoved })
  else if (asked !== undefined && ids.includes(asked)) forget(modal, namespace, { connectorId: asked, isRemoved })
  else for (const { connectorId } of meant) forget(modal, namespace, { connectorId, isRemoved })
  return meant.map((connection) => release(modal, connection))
}

async function release(modal: Modal, connection: Connection): Promise<End> {
  const { namespace } = connection
  try {
    await releaseWallet(modal, connection)
    track(modal, 'DISCONNECT_SUCCESS', { namespace })
    return { namespace }
  } catch (error) {
    track(modal, 'DISCONNECT_ERROR', { namespace, message: String(error) })
    return { namespace, error }
  }
}
