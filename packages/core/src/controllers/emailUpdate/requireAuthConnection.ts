import { NoAuthConnectorError, NotEmailOrSocialError } from '../../errors/login.js'
import type { Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getConnection } from '../connection/getConnection.js'
import type { Connection } from '../connection/state.js'
import { getAuthConnector } from '../login/getAuthConnector.js'

/** The active connection, which is one of the embedded wallet. Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `NOT_EMAIL_OR_SOCIAL` [S8.10]. */
export function requireAuthConnection(modal: Modal): Connection {
  assertStarted(modal)
  const connector = getAuthConnector(modal)
  if (!connector) throw new NoAuthConnectorError()
  const connection = getConnection(modal.getState())
  if (connection?.connectorId !== connector.meta.id) throw new NotEmailOrSocialError()
  return connection
}
