import type { Account, CaipNetworkId } from '@latchkey/core'
import { useMemo } from 'react'
import { useConnectionEntries } from './useConnectionEntries.js'
import type { UseConnectionsOptions } from './useConnections.js'

/** An account of a connected wallet. */
export type ConnectedAccount = Account & {
  readonly connectorId: string
  readonly caipNetworkId: CaipNetworkId | undefined
  /** Whether requests go to it by default: the first account of the active connection of its namespace. */
  readonly isActive: boolean
}

/** Lists the accounts of all connected wallets, the active one of each namespace first. */
export function useAccounts({ namespace, modal }: UseConnectionsOptions = {}): readonly ConnectedAccount[] {
  const entries = useConnectionEntries(namespace, modal)
  return useMemo(
    () =>
      entries
        .filter(({ status }) => status !== 'disconnected')
        .flatMap(({ accounts = [], connectorId, caipNetworkId, status }) =>
          accounts.map((account, index) => ({
            ...account,
            connectorId,
            caipNetworkId,
            isActive: status === 'active' && index === 0,
          })),
        ),
    [entries],
  )
}
