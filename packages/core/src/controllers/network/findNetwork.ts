import { NetworkNotFoundError } from '../../errors/network.js'
import type { Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import { showAlert } from '../alert/showAlert.js'

/** A network of this modal, by its id. Throws `NETWORK_NOT_FOUND`, and tells the developer. */
export function findNetwork(modal: Modal, network: Network | Network['caipNetworkId']): Network {
  const caipNetworkId = typeof network === 'string' ? network : network.caipNetworkId
  const found = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  if (found) return found
  const error = new NetworkNotFoundError({ caipNetworkId })
  showAlert(modal, error)
  throw error
}
