import {
  type Connection,
  type ConnectionEntry,
  type DisconnectOptions,
  loadModule,
  type Namespace,
  type SwitchConnectionRequest,
} from '@latchkey/core'
import { useMemo } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'
import { useConnectionEntries } from './useConnectionEntries.js'

export type UseConnectionsOptions = {
  /** All unless told. */
  readonly namespace?: Namespace | undefined
  readonly modal?: UiModal | undefined
}

export type UseConnectionsResult = {
  /** Those that are live, the active one of each namespace first. */
  readonly connections: readonly ConnectionEntry[]
  /** Those that ended lately and can be taken up again; none unless `multiWallet` is on. */
  readonly recentConnections: readonly ConnectionEntry[]
  /** Makes one the active one of its namespace. Rejects with the fault; what was active stays so then. */
  readonly switchConnection: (request: SwitchConnectionRequest) => Promise<Connection | undefined>
  /** Ends connections: all of the hook's namespace unless told. Rejects with `DISCONNECT_FAILED`. */
  readonly disconnect: (options?: DisconnectOptions) => Promise<void>
  /** Takes one off the list; a live one is ended first. */
  readonly removeConnection: (request: Pick<SwitchConnectionRequest, 'namespace' | 'connectorId'>) => Promise<void>
}

const load = () => loadModule(() => import('./connectionVerbs.js'))

/** The wallets that are connected, and were lately, and the ways to change that. */
export function useConnections({ namespace, modal }: UseConnectionsOptions = {}): UseConnectionsResult {
  const instance = useModalInstance(modal)
  const entries = useConnectionEntries(namespace, modal)
  const verbs = useMemo<Omit<UseConnectionsResult, 'connections' | 'recentConnections'>>(
    () => ({
      switchConnection: async (request) => (await load()).connectionVerbs.switchConnection(instance, request),
      disconnect: async (options) => (await load()).connectionVerbs.disconnect(instance, { namespace, ...options }),
      removeConnection: async (request) => (await load()).connectionVerbs.removeConnection(instance, request),
    }),
    [instance, namespace],
  )
  return useMemo(
    () => ({
      connections: entries.filter(({ status }) => status !== 'disconnected'),
      recentConnections: entries.filter(({ status }) => status === 'disconnected'),
      ...verbs,
    }),
    [entries, verbs],
  )
}
