import type { Accounts } from '../contracts/account.js'
import type { Connector, ConnectorEvents, ConnectorMeta, ConnectResult } from '../contracts/connector.js'
import type { CaipNetworkId } from '../utils/caip.js'
import { alice } from './accounts.js'

type Verb = 'connect' | 'disconnect' | 'switch' | 'sign'

/** A call that waits for the visitor. Answering after its signal aborted is allowed: wallets do that. */
export type Request = {
  readonly verb: Verb
  readonly silent: boolean
  readonly signal: AbortSignal
  approve(): void
  reject(cause: unknown): void
}

export type TestWallet = {
  readonly connector: Connector
  /** Verbs that ask the visitor; all others are approved at once. */
  readonly asks: Set<Verb>
  /** Every call so far, oldest first. */
  readonly requests: Request[]
  accounts: Accounts
  caipNetworkId: CaipNetworkId
  /** Whether a silent connect succeeds. */
  isAuthorised: boolean
  /** What connect answers in place of the wallet's accounts and network. */
  reply: ConnectResult | undefined
  destroyCount: number
  /** The newest request of this verb. */
  last(verb: Verb): Request
  count(verb: Verb): number
  listenerCount(): number
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
}

type TestWalletOptions = Partial<ConnectorMeta> & {
  readonly accounts?: Accounts
  readonly caipNetworkId?: CaipNetworkId
  readonly asks?: readonly Verb[]
  readonly isAuthorised?: boolean
}

export const rejection: { readonly code: number; readonly message: string } = {
  code: 4001,
  message: 'User rejected the request.',
}

/** A wallet in memory that keeps the contract and does as it is told. */
export function createTestWallet(options: TestWalletOptions = {}): TestWallet {
  const {
    accounts = [alice],
    caipNetworkId = 'eip155:1',
    asks = [],
    isAuthorised = false,
    id = 'org.example.wallet',
    name = 'Example Wallet',
    type = 'ANNOUNCED',
    namespaces = ['eip155'],
    ...meta
  } = options
  const listeners: { [event in keyof ConnectorEvents]: Set<(data: ConnectorEvents[event]) => void> } = {
    change: new Set(),
    disconnect: new Set(),
    approval: new Set(),
    notAllowed: new Set(),
  }

  function ask<value>(
    verb: Verb,
    { silent = false, signal }: { readonly silent?: boolean; readonly signal: AbortSignal },
    toAnswer: () => value,
  ): Promise<value> {
    return new Promise((resolve, reject) => {
      const request = { verb, silent, signal, approve: () => resolve(toAnswer()), reject }
      wallet.requests.push(request)
      if (silent && !wallet.isAuthorised) reject({ code: 4100, message: 'Not authorised.' })
      else if (!wallet.asks.has(verb)) request.approve()
    })
  }

  const connector: Connector = {
    meta: { ...meta, id, name, type, namespaces },
    features: {
      'message:sign': (request) => ask('sign', request, () => `0xsigned:${request.account.address}`),
      'network:switch': (request) =>
        ask('switch', request, () => {
          wallet.caipNetworkId = request.network.caipNetworkId
        }),
    },
    connect: (request) =>
      ask('connect', request, () => {
        wallet.isAuthorised = true
        return wallet.reply ?? { accounts: wallet.accounts, caipNetworkId: wallet.caipNetworkId }
      }),
    disconnect: (request) =>
      ask('disconnect', request, () => {
        wallet.isAuthorised = false
      }),
    getProvider: async () => wallet,
    on(event, listener) {
      listeners[event].add(listener)
      return () => listeners[event].delete(listener)
    },
    destroy() {
      wallet.destroyCount++
    },
  }

  const wallet: TestWallet = {
    connector,
    asks: new Set(asks),
    requests: [],
    accounts,
    caipNetworkId,
    isAuthorised,
    reply: undefined,
    destroyCount: 0,
    last(verb) {
      const request = wallet.requests.findLast((candidate) => candidate.verb === verb)
      if (!request) throw new Error(`${id} was never asked to ${verb}`)
      return request
    },
    count: (verb) => wallet.requests.filter((request) => request.verb === verb).length,
    listenerCount: () => Object.values(listeners).reduce((sum, { size }) => sum + size, 0),
    emit(event, data) {
      for (const listener of [...listeners[event]]) listener(data)
    },
  }
  return wallet
}
