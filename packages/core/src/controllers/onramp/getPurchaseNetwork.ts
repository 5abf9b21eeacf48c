import type { OnRampNetwork, PurchaseCurrency } from '../../api/blockchain/types.js'
import type { ModalState } from '../../modal.js'
import type { Network } from '../../network.js'
import { getNetwork } from '../network/getNetwork.js'

export type PurchaseNetwork = { readonly network: Network; readonly offer: OnRampNetwork }

/**
 * Where a currency would be delivered: on the network that the wallet is on, else on the first of the modal's in the same chain
 * family that the currency is on. Undefined where there is none.
 */
export function getPurchaseNetwork(state: ModalState, currency: PurchaseCurrency): PurchaseNetwork | undefined {
  const { activeNamespace: namespace, networks } = state
  const current = getNetwork(state, namespace)
  const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  for (const network of current ? [current, ...own] : own) {
    const offer = currency.networks.find((candidate) => isOn(candidate, network))
    if (offer) return { network, offer }
  }
  return undefined
}

/** `chain_id` is a CAIP-2 id, or its reference alone. */
function isOn({ chain_id: id }: OnRampNetwork, { caipNetworkId }: Network): boolean {
  return id !== undefined && id !== '' && (id === caipNetworkId || id === caipNetworkId.split(':')[1])
}
