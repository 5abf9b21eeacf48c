import { NoActiveAddressError, NoActiveNetworkError, SiwxNotEnabledError } from '../../errors/siwx.js'
import { internals, type Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getConnection } from '../connection/getConnection.js'
import { getSignInAccount, type SignInAccount } from './getSignInAccount.js'
import { hasSiwx } from './hasSiwx.js'

/** Throws `NOT_STARTED`, `SIWX_NOT_ENABLED` [S8.38], `NO_ACTIVE_ADDRESS` [S8.39] or `NO_ACTIVE_NETWORK` [S8.40]. */
export function requireSignInAccount(modal: Modal): SignInAccount {
  assertStarted(modal)
  if (!hasSiwx(modal)) throw new SiwxNotEnabledError()
  const state = modal.getState()
  const connection = getConnection(state)
  if (!connection) throw new NoActiveAddressError()
  const account = getSignInAccount(state)
  const hasConnector = modal[internals].connectors.has(connection.connectorId)
  if (!account || !hasConnector)
    throw new NoActiveNetworkError({ details: account ? connection.connectorId : connection.caipNetworkId })
  return account
}
