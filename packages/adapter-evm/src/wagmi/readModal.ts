import type { Modal } from '@latchkey/core'
import { getCaipNetworkId, getConnection } from '@latchkey/core/controllers'
import type { Address } from 'viem'

/** What wagmi knows of a connection. */
export type WagmiConnection = { readonly accounts: readonly [Address, ...Address[]]; readonly chainId: number }

/** The modal's EVM connection; undefined without one, and once the modal is gone. */
export function readConnection(modal: Modal): WagmiConnection | undefined {
  const state = modal.getState()
  const connection = state.status === 'destroyed' ? undefined : getConnection(state, 'eip155')
  if (!connection) return undefined
  const [first, ...more] = connection.accounts.map((account) => account.address as Address)
  return first && { accounts: [first, ...more], chainId: toChainId(connection.caipNetworkId) }
}

/** Where the modal's EVM side is: its wallet's network, else the chosen one. */
export function readChainId(modal: Modal): number | undefined {
  const caipNetworkId = getCaipNetworkId(modal.getState(), 'eip155')
  return caipNetworkId && toChainId(caipNetworkId)
}

function toChainId(caipNetworkId: string): number {
  return Number(caipNetworkId.split(':')[1])
}
