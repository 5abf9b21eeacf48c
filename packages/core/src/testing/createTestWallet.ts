import type { Accounts } from '../contracts/account.js'
import type { Connector, ConnectorEvents, ConnectorMeta, ConnectResult } from '../contracts/connector.js'
import type { CaipNetworkId } from '../utils/caip.js'
import { alice } from './accounts.js'

type Action = 'connect' | 'disconnect' | 'switch' | 'sign'

/** A call that waits for the user. It can be approved after its signal aborted, as real wallets do. */
export type Request = {
  readonly action: Action
  readonly silent: boolean
  readonly sessionId: string | undefined
  readonly signal: AbortSignal
  approve(): void
  reject(cause: unknown): void
}

export type TestWallet = {
  readonly connector: Connector
  /** Actions that ask the user; all others are approved at once. */
  readonly asks: Set<Action>
  /** All calls so far, oldest first. */
  readonly requests: Request[]
  accounts: Accounts
  caipNetworkId: CaipNetworkId
  /** Whether a silent connect succeeds. */
  isAuthorised: boolean
  /** The result of `connect`, if not the wallet's accounts and network. */
  reply: ConnectResult | undefined
  destroyCount: number
  /** Returns the newest request of this action. */
  last(action: Action): Request
  count(action: Action): number
  listenerCount(): number
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
}

type TestWalletOptions = Partial<ConnectorMeta> & {
  readonly accounts?: Accounts
  readonly caipNetworkId?: CaipNetworkId
  readonly asks?: readonly Action[]
  readonly isAuthorised?: boolean
}

export const rejection: { readonly code: number; readonly message: string } = {
  code: 4001,
  message: 'User rejected the request.',
}

/** Creates a wallet in memory that follows the connector contract and does what the test says. */
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
    permission: new Set(),
  }

  function ask<value>(
    action: Action,
    { silent = false, sessionId, signal }: Partial<Pick<Request, 'silent' | 'sessionId'>> & Pick<Request, 'signal'>,
    toAnswer: () => value,
  ): Promise<value> {
    return new Promise((resolve, reject) => {
      const request = { action, silent, sessionId, signal, approve: () => resolve(toAnswer()), reject }
      wallet.requests.push(request)
      if (silent && !wallet.isAuthorised) reject({ code: 4100, message: 'Not authorised.' })
      else if (!wallet.asks.has(action)) request.approve()
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
    last(action) {
      const request = wallet.requests.findLast((candidate) => candidate.action === action)
      if (!request) throw new Error(`${id} was never asked to ${action}`)
      return request
    },
    count: (action) => wallet.requests.filter((request) => request.action === action).length,
    listenerCount: () => Object.values(listeners).reduce((sum, { size }) => sum + size, 0),
    emit(event, data) {
      for (const listener of [...listeners[event]]) listener(data)
    },
  }
  return wallet
}
