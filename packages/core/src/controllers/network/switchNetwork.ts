import type { Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { connect } from '../connection/connect.js'
import { findEmbeddedWallet } from './findEmbeddedWallet.js'
import { findNetwork } from './findNetwork.js'
import { type SwitchNetworkRequest, setNetwork } from './setNetwork.js'

/**
 * Makes a network the active one. A connected wallet is asked to switch, and stays where it is when it refuses [S4.15]; an
 * embedded one that is not connected in that chain family yet is connected there first [S4.16]. Without a wallet the choice is
 * kept for the next connection.
 *
 * Throws `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, `USER_REJECTED`, `CHAIN_NOT_SUPPORTED`, `CHAIN_NOT_SWITCHED`,
 * `TIMED_OUT`, `ABORTED` or, where it connects first, what `connect` throws.
 */
export async function switchNetwork(modal: Modal, request: SwitchNetworkRequest): Promise<void> {
  assertStarted(modal)
  const { network, signal } = request
  const { chainNamespace: namespace, caipNetworkId } = findNetwork(modal, network)
  const connectorId = findEmbeddedWallet(modal, namespace)
  if (connectorId) await connect(modal, { connectorId, namespace, caipNetworkId, keepActive: true, signal })
  await setNetwork(modal, request)
}
