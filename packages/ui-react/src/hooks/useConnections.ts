import {
  type Connection,
  type ConnectionEntry,
  type DisconnectOptions,
  type Namespace,
  type SwitchConnectionRequest,
} from '@latchkey/core'
import { useMemo } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useConnectionEntries } from './useConnectionEntries.js'
import { loadConnection } from './walletActions.js'

export type UseConnectionsOptions = {
  /** Default: all namespaces. */
  readonly namespace?: Namespace | undefined
  readonly modal?: UiModal | undefined
}

export type UseConnectionsResult = {
  /** Live connections, the active one of each namespace first. */
  readonly connections: readonly ConnectionEntry[]
  /** Connections that ended recently and can be resumed; empty unless `multiWallet` is on. */
  readonly recentConnections: readonly ConnectionEntry[]
  /** Makes a connection the active one of its namespace. Rejects with the error; the active connection then stays. */
  readonly switchConnection: (request: SwitchConnectionRequest) => Promise<Connection | undefined>
  /** Ends connections. Default: all of the hook's namespace. Rejects with `DISCONNECT_FAILED`. */
  readonly disconnect: (options?: DisconnectOptions) => Promise<void>
  /** Removes a connection from the list; a live one is ended first. */
  readonly removeConnection: (request: Pick<SwitchConnectionRequest, 'namespace' | 'connectorId'>) => Promise<void>
}

/** Lists live and recent connections, and switches, ends and removes them. */
export function useConnections({ namespace, modal }: UseConnectionsOptions = {}): UseConnectionsResult {
  const instance = useModalInstance(modal)
  const entries = useConnectionEntries(namespace, modal)
  const actions = useMemo<Omit<UseConnectionsResult, 'connections' | 'recentConnections'>>(
    () => ({
      switchConnection: async (request) => (await loadConnection()).switchConnection(instance, request),
      disconnect: async (options) => (await loadConnection()).disconnect(instance, { namespace, ...options }),
      removeConnection: async (request) => (await loadConnection()).removeConnection(instance, request),
    }),
    [instance, namespace],
  )
  return useMemo(
    () => ({
      connections: entries.filter(({ status }) => status !== 'disconnected'),
      recentConnections: entries.filter(({ status }) => status === 'disconnected'),
      ...actions,
    }),
    [entries, actions],
  )
}
