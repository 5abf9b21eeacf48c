import {
  apiVersion,
  type CaipNetworkId,
  type Connector,
  type ConnectorFeatures,
  type ConnectorPlugin,
  type Namespace,
  type PairingCode,
} from '@latchkey/core'

/** A pairing, as the modal starts it. */
type Request = Parameters<ConnectorFeatures['pairing:start']>[0]

export type TestPairing = {
  readonly plugin: ConnectorPlugin
  /** All pairings so far; the last one is running. */
  readonly requests: readonly Request[]
  /** Shows a code. */
  show(code: PairingCode): void
  /** Simulates a wallet that scans the code and approves these namespaces, which begins a session. */
  agree(namespaces: readonly [Namespace, ...Namespace[]]): void
  fail(cause: unknown): void
}

const networkIds: { readonly [namespace: string]: CaipNetworkId } = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
}

/** A scripted connector for pairing, without a relay. The test shows the codes, and approves or fails the pairing. */
export function createTestPairing(): TestPairing {
  const requests: Request[] = []
  let agreed: readonly Namespace[] = []
  let session = 0
  let settle: { resolve(value: readonly [Namespace, ...Namespace[]]): void; reject(cause: unknown): void } | undefined

  const connector: Connector = {
    meta: {
      id: 'walletConnect',
      type: 'WALLET_CONNECT',
      name: 'WalletConnect',
      namespaces: ['eip155', 'solana', 'bip122'],
    },
    features: {
      'pairing:start': (request) => {
        requests.push(request)
        return new Promise((resolve, reject) => {
          settle = { resolve, reject }
          request.signal.addEventListener('abort', () => reject(request.signal.reason))
        })
      },
    },
    async connect({ namespace }) {
      if (!agreed.includes(namespace)) throw Object.assign(new Error('No session.'), { code: 4100 })
      return {
        accounts: [{ namespace, address: `${namespace}-phone`, type: 'eoa' }],
        caipNetworkId: networkIds[namespace] ?? `${namespace}:1`,
        wallet: { name: 'Pocket', icon: 'data:image/png;base64,cG9ja2V0' },
        sessionId: `session-${session}`,
      }
    },
    disconnect: async () => {},
    getProvider: async ({ namespace }) => ({ namespace, sessionId: `session-${session}` }),
    on: () => () => {},
    destroy: () => {},
  }
  return {
    plugin: { kind: 'connector', apiVersion, name: 'pairing', setup: () => connector },
    requests,
    show: (code) => requests.at(-1)?.onCode(code),
    agree(namespaces) {
      agreed = namespaces
      session++
      settle?.resolve(namespaces)
    },
    fail: (cause) => settle?.reject(cause),
  }
}
