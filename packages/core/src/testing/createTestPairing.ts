import type { Accounts } from '../contracts/account.js'
import { apiVersion, type ConnectorPlugin } from '../contracts/adapter.js'
import type { Connector, ConnectorEvents, WalletIdentity } from '../contracts/connector.js'
import type { ConnectorFeatures } from '../contracts/features.js'
import { RpcError } from '../errors/rpc.js'
import type { CaipNetworkId, Namespace } from '../utils/caip.js'
import { alice, sol } from './accounts.js'

type StartRequest = Parameters<ConnectorFeatures['pairing:start']>[0]

/** A pairing that waits for a wallet to scan its code. */
type TestPairingRequest = StartRequest & {
  /** Simulates a wallet that scans the newest code and approves these namespaces. */
  approve(...namespaces: readonly Namespace[]): void
  fail(cause: unknown): void
  /** Whether it was approved or failed. */
  isOver(): boolean
}

export type TestPairing = {
  readonly plugin: ConnectorPlugin
  readonly connector: Connector
  readonly requests: TestPairingRequest[]
  readonly disconnects: Namespace[]
  /** The namespaces of the session; empty without one. */
  session: readonly Namespace[]
  wallet: WalletIdentity | undefined
  /** Errors that `connect` throws despite approval, by namespace. */
  readonly faults: Map<Namespace, unknown>
  /** A promise that `connect` awaits. */
  gate: Promise<void> | undefined
  /** Whether the relay confirms that a session has ended. */
  isReachable: boolean
  last(): TestPairingRequest
  /** Simulates that the wallet ends the session. */
  end(): void
  listenerCount(): number
}

const places: { readonly [namespace in Namespace]?: { readonly accounts: Accounts; readonly id: CaipNetworkId } } = {
  eip155: { accounts: [alice], id: 'eip155:1' },
  solana: { accounts: [sol], id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
}

/**
 * Creates a pairing connector in memory: one session for several namespaces, and a wallet that does what the test says.
 */
export function createTestPairing(
  namespaces: readonly [Namespace, ...Namespace[]] = ['eip155', 'solana'],
): TestPairing {
  const listeners = new Set<readonly [keyof ConnectorEvents, (data: never) => void]>()
  const endIn = (ended: readonly Namespace[]): void => {
    for (const namespace of ended)
      for (const [event, listener] of [...listeners])
        if (event === 'disconnect') (listener as (data: ConnectorEvents['disconnect']) => void)({ namespace })
  }

  const endSession = (): void => {
    const ended = pairing.session
    pairing.session = []
    endIn(ended)
  }

  const connector: Connector = {
    meta: { id: 'walletConnect', type: 'WALLET_CONNECT', name: 'WalletConnect', namespaces },
    features: {
      'pairing:start': (request) =>
        new Promise((resolve, reject) => {
          let isOver = false
          const fail = (cause: unknown): void => {
            isOver = true
            reject(cause)
          }
          request.signal.addEventListener('abort', () => fail(request.signal.reason))
          pairing.requests.push({
            ...request,
            approve(...agreed) {
              // scanning an old code connects nothing
              if (isOver) return
              isOver = true
              // the previous session is replaced: namespaces that the new one lacks end
              endIn(pairing.session.filter((namespace) => !agreed.includes(namespace)))
              pairing.session = agreed
              resolve(agreed as unknown as readonly [Namespace, ...Namespace[]])
            },
            fail,
            isOver: () => isOver,
          })
        }),
    },
    async connect({ namespace }) {
      await pairing.gate
      const place = places[namespace]
      if (!place || !pairing.session.includes(namespace)) throw new RpcError(4100, 'UNAUTHORIZED')
      if (pairing.faults.has(namespace)) throw pairing.faults.get(namespace)
      const { accounts, id: caipNetworkId } = place
      return { accounts, caipNetworkId, approvedCaipNetworkIds: [caipNetworkId], wallet: pairing.wallet }
    },
    async disconnect({ namespace }) {
      pairing.disconnects.push(namespace)
      endSession()
      if (!pairing.isReachable) throw new Error('The relay cannot be reached.')
    },
    getProvider: async () => pairing,
    on(...entry) {
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    destroy: () => listeners.clear(),
  }

  const pairing: TestPairing = {
    plugin: { kind: 'connector', apiVersion, name: 'Test pairing', setup: () => connector },
    connector,
    requests: [],
    disconnects: [],
    session: [],
    wallet: { name: 'Test phone' },
    faults: new Map(),
    gate: undefined,
    isReachable: true,
    last() {
      const request = pairing.requests.at(-1)
      if (!request) throw new Error('No pairing was requested.')
      return request
    },
    end: endSession,
    listenerCount: () => listeners.size,
  }
  return pairing
}
