import type { ConnectorMeta } from '../../connector.js'
import type { ModalState } from '../../modal.js'
import type { Connection } from './state.js'

/** The wallet of a connection: its connector, under the name of the wallet itself where the connector reaches many. [S3.6] */
export function getConnectedWallet(
  { connectors }: Pick<ModalState, 'connectors'>,
  { connectorId, wallet }: Pick<Connection, 'connectorId' | 'wallet'>,
): ConnectorMeta | undefined {
  const meta = connectors.find(({ id }) => id === connectorId)
  return meta && wallet ? { ...meta, name: wallet.name, icon: wallet.icon } : meta
}
