import type { Modal } from '@latchkey/core'
import { getCaipNetworkId, getConnection, switchNetwork } from '@latchkey/core/controllers'
import type { Address, Chain } from 'viem'
import type { Config } from 'wagmi'

/**
 * Keeps a wagmi config in step with the modal, which is the one that knows: each change on either side ends in one
 * comparison, so that no order of events can part them. Returns its undoing.
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
    // an action of wagmi that ran while the modal changed has written its own state
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

/** Apps add and remove networks. wagmi keeps its chains in a part that it calls internal; nothing else can set them. */
function setChains(config: Config, [first, ...more]: readonly Chain[]): void {
  if (first) config._internal.chains.setState([first, ...more])
}

function syncConnection(modal: Modal, config: Config): void {
  const { status, connections, current } = config.state
  // wagmi is asking us for the connection right now, and will write the answer itself
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

/** wagmi's reads go where the modal is, connected or not, as long as that is a network of both. */
function syncChain(modal: Modal, config: Config): void {
  const chainId = readChainId(modal)
  if (chainId === undefined || chainId === config.state.chainId) return
  if (config.chains.some((chain) => chain.id === chainId)) config.setState((state) => ({ ...state, chainId }))
}

/** Without a wallet wagmi's `switchChain` only writes its own state: the choice becomes the modal's. */
function chooseNetwork(modal: Modal, chainId: number): void {
  if (modal.getState().status !== 'ready' || readConnection(modal) || readChainId(modal) === chainId) return
  switchNetwork(modal, { network: `eip155:${chainId}` }).catch(() => undefined)
}

function isSame(before: { accounts: readonly string[]; chainId: number } | undefined, now: WagmiConnection): boolean {
  return before?.chainId === now.chainId && before.accounts.join() === now.accounts.join()
}

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
