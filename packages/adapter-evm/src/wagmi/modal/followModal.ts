import { getCaipNetworkId, getConnection, type Modal } from '@latchkey/core'
import { switchNetwork } from '@latchkey/core/controllers'
import type { Address, Chain } from 'viem'
import type { Config } from 'wagmi'

/**
 * Keeps a wagmi config in sync with the modal, which is the source of truth. Each change on either side leads to one full
 * comparison, so that no order of events makes them diverge. Returns a function that stops following.
 */
export function followModal(modal: Modal, config: Config, getChains: () => readonly Chain[]): () => void {
  const sync = (): void => {
    syncConnection(modal, config)
    syncChain(modal, config)
  }
  const stops = [
    modal.subscribe((state, previous) => {
      if (state.networks !== previous.networks) setChains(config, getChains())
      sync()
    }),
    // a wagmi action that ran while the modal changed may have overwritten the state
    config.subscribe((state) => state.status, sync),
    config.subscribe(
      (state) => state.chainId,
      (chainId) => chooseNetwork(modal, chainId),
    ),
  ]
  sync()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Updates the chains after the app has added or removed networks. wagmi has no public way to set them. */
function setChains(config: Config, [first, ...more]: readonly Chain[]): void {
  if (first) config._internal.chains.setState([first, ...more])
}

function syncConnection(modal: Modal, config: Config): void {
  const { status, connections, current } = config.state
  // wagmi is calling our connector, and will set the state itself
  if (status === 'connecting' || status === 'reconnecting') return
  const [connector] = config.connectors
  if (!connector) return
  const now = readConnection(modal)
  const before = connections.get(connector.uid)
  if (now ? isSame(before, now) : !before && current !== connector.uid) return

  config.setState((state) => {
    const others = [...state.connections].filter(([uid]) => uid !== connector.uid)
    if (now)
      return {
        ...state,
        connections: new Map([...others, [connector.uid, { ...now, connector }]]),
        current: connector.uid,
        status: 'connected',
      }
    const [next] = others
    return {
      ...state,
      connections: new Map(others),
      current: next?.[0] ?? null,
      status: next ? 'connected' : 'disconnected',
    }
  })
}

/** Sets wagmi's chain to the modal's, connected or not, if the config has it. */
function syncChain(modal: Modal, config: Config): void {
  const chainId = readChainId(modal)
  if (chainId === undefined || chainId === config.state.chainId) return
  if (config.chains.some((chain) => chain.id === chainId)) config.setState((state) => ({ ...state, chainId }))
}

/** Without a connection, wagmi's `switchChain` only sets its own state, which the modal then adopts. */
function chooseNetwork(modal: Modal, chainId: number): void {
  if (modal.getState().status !== 'ready' || readConnection(modal) || readChainId(modal) === chainId) return
  switchNetwork(modal, { network: `eip155:${chainId}` }).catch(() => undefined)
}

function isSame(before: { accounts: readonly string[]; chainId: number } | undefined, now: WagmiConnection): boolean {
  return before?.chainId === now.chainId && before.accounts.join() === now.accounts.join()
}

/** A connection as wagmi stores it. */
export type WagmiConnection = { readonly accounts: readonly [Address, ...Address[]]; readonly chainId: number }

/** The modal's EVM connection; undefined if there is none, or the modal was destroyed. */
export function readConnection(modal: Modal): WagmiConnection | undefined {
  const state = modal.getState()
  const connection = state.status === 'destroyed' ? undefined : getConnection(state, 'eip155')
  if (!connection) return undefined
  const [first, ...more] = connection.accounts.map((account) => account.address as Address)
  return first && { accounts: [first, ...more], chainId: toChainId(connection.caipNetworkId) }
}

/** The modal's EVM chain: the wallet's, else the selected one. */
function readChainId(modal: Modal): number | undefined {
  const caipNetworkId = getCaipNetworkId(modal.getState(), 'eip155')
  return caipNetworkId && toChainId(caipNetworkId)
}

function toChainId(caipNetworkId: string): number {
  return Number(caipNetworkId.split(':')[1])
}
