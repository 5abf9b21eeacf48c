import { NoAuthConnectorError, NotEmailOrSocialError } from '../../errors/login.js'
import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getConnection } from '../connection/getConnection.js'
import type { Connection } from '../connection/state.js'
import { getAuthConnector } from '../login/getAuthConnector.js'

/** The connection of a namespace, the active one unless told, which is one of the embedded wallet. Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `NOT_EMAIL_OR_SOCIAL` [S8.10]. */
export function requireAuthConnection(modal: Modal, namespace?: Namespace | undefined): Connection {
  assertStarted(modal)
  const connector = getAuthConnector(modal)
  if (!connector) throw new NoAuthConnectorError()
  const connection = getConnection(modal.getState(), namespace)
  if (connection?.connectorId !== connector.meta.id) throw new NotEmailOrSocialError()
  return connection
}
