import { type ModalState, type Namespace, toCaipAddress, toShortAddress } from '@latchkey/core'
import type { ShownAccount } from './buttonElement.js'

/**
 * The account of a chain family, the active one unless told, as buttons and their event tell it. Of the state itself, as
 * what a first page loads has no verb of core.
 */
export function readAccount(state: ModalState, namespace: Namespace | undefined = state.activeNamespace): ShownAccount {
  const entry = namespace && state.namespaces[namespace]
  const { connection } = entry ?? {}
  const live = connection?.status === 'connected' ? connection.connection : undefined
  // of what is restored, where the page knew it before
  const address = live ? live.accounts[0].address : connection?.status === 'connecting' ? connection.address : undefined
  const caipNetworkId = live?.caipNetworkId ?? entry?.network.caipNetworkId
  const identity = entry?.identity?.address === address ? entry?.identity : undefined
  const label = address && (state.addressLabels[address.toLowerCase()] ?? identity?.name ?? toShortAddress(address))
  return {
    namespace,
    status: connection?.status ?? 'disconnected',
    address,
    caipAddress: live && caipNetworkId && address ? toCaipAddress(caipNetworkId, address) : undefined,
    caipNetworkId,
    label: label || undefined,
  }
}
