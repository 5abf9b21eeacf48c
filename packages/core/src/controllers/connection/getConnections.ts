import type { Accounts } from '../../account.js'
import type { ConnectorMeta } from '../../connector.js'
import type { ModalState } from '../../modal.js'
import { type CaipNetworkId, isNamespace, type Namespace } from '../../utils/caip.js'
import { toWalletName } from '../../utils/walletClaims.js'
import { getConnectedWallet } from './getConnectedWallet.js'
import { getLiveConnections } from './getLiveConnections.js'
import type { StoredStatus } from './state.js'

/** A connection as lists show it: live, or ended and to be taken up again. [S4.4] */
export type ConnectionEntry = {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly status: StoredStatus
  readonly address: string
  /** Of a live one. */
  readonly accounts?: Accounts | undefined
  /** Of a live one. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  /** Under the name of the wallet where the connector reaches many, also when it has ended. Absent while its wallet is not there. */
  readonly connector?: ConnectorMeta | undefined
}

/** The connections of a namespace, or of all: the active one first, then those beside it, then those that ended. */
export function getConnections(state: ModalState, namespace?: Namespace | undefined): readonly ConnectionEntry[] {
  const wanted = namespace ? [namespace] : Object.keys(state.namespaces).filter(isNamespace)
  return wanted.flatMap((name) => {
    const entry = state.namespaces[name]
    if (!entry) return []
    const active = entry.connection.status === 'connected' ? entry.connection.connection : undefined
    const live = getLiveConnections(state, name).map(
      (connection): ConnectionEntry => ({
        ...connection,
        status: connection === active ? 'active' : 'connected',
        address: connection.accounts[0].address,
        connector: getConnectedWallet(state, connection),
      }),
    )
    const ended = entry.ended.map(({ connectorId, address, walletName }): ConnectionEntry => {
      const called = toWalletName(walletName)
      return {
        namespace: name,
        connectorId,
        address,
        status: 'disconnected',
        connector: getConnectedWallet(state, { connectorId, wallet: called ? { name: called } : undefined }),
      }
    })
    return [...live, ...ended]
  })
}
