import type { Account, CaipNetworkId, Connector, Namespace } from '@latchkey/core'

export type FakeWallet = {
  readonly connector: Connector
  readonly accounts: readonly [Account, ...Account[]]
  /** Number of requests to connect. */
  asked: number
  /** Rejects with this RPC code from now on. */
  declines: number | undefined
  /** Its responses wait for this promise. */
  hold: Promise<unknown> | undefined
  /** The wallet's current network. */
  caipNetworkId: CaipNetworkId
}

const networkIds = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
} as const
export type FakeFamily = keyof typeof networkIds

/** A scripted wallet of one namespace, for tests of views. It has no chain. */
export function createFakeWallet(namespace: FakeFamily & Namespace, name: string): FakeWallet {
  const toAccount = (type: Account['type']): Account => ({ namespace, address: `${namespace}-${name}-${type}`, type })
  const wallet: FakeWallet = {
    accounts: namespace === 'bip122' ? [toAccount('payment'), toAccount('ordinal')] : [toAccount('eoa')],
    asked: 0,
    declines: undefined,
    hold: undefined,
    caipNetworkId: networkIds[namespace],
    connector: {
      meta: { id: `${namespace}.${name}`, type: 'ANNOUNCED', name, namespaces: [namespace] },
      features: {},
      async connect() {
        wallet.asked++
        await wallet.hold
        if (wallet.declines) throw Object.assign(new Error('Declined.'), { code: wallet.declines })
        return { accounts: wallet.accounts, caipNetworkId: wallet.caipNetworkId }
      },
      disconnect: async () => {},
      getProvider: async () => ({ name, namespace }),
      on: () => () => {},
      destroy: () => {},
    },
  }
  return wallet
}
