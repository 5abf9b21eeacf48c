import type { CaipNetworkId, Network } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import type { WalletControls } from '../connector/connectorSubject.js'

export type MemoryEvent =
  | { readonly accounts: readonly string[] }
  | { readonly caipNetworkId: CaipNetworkId }
  | { readonly isOver: true }

/** The wallet's own interface. */
export type MemoryProvider = {
  /** Prompts the user unless the site is connected. */
  connect(): Promise<void>
  /** Prompts the user, then runs it. */
  ask<value>(work: () => value): Promise<value>
  revoke(): void
  /** Empty if the site is not connected. */
  accounts(): readonly string[]
  network(): CaipNetworkId
  goTo(caipNetworkId: CaipNetworkId): void
  on(listener: (event: MemoryEvent) => void): void
  off(listener: (event: MemoryEvent) => void): void
}

export type MemoryWallet = {
  readonly provider: MemoryProvider
  readonly controls: Required<Omit<WalletControls, 'switchesUnasked'>>
}

export const hub: Network = {
  id: 'hub-1',
  name: 'Hub',
  chainNamespace: 'cosmos',
  caipNetworkId: 'cosmos:hub-1',
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 6 },
  rpcUrls: { default: { http: ['https://hub.example.org'] } },
}
export const zone: Network = { ...hub, id: 'zone-1', name: 'Zone', caipNetworkId: 'cosmos:zone-1' }

const addresses = ['hub1qqqqqqqqqqqqqqqqqqqqqqqqqq', 'hub1pppppppppppppppppppppppppp']

/** An in-memory wallet that behaves correctly: one prompt at a time, and events like real wallets. */
export function createMemoryWallet(): MemoryWallet {
  const listeners = new Set<(event: MemoryEvent) => void>()
  let answer: 'yes' | 'no' | 'later' = 'yes'
  let waiting: (() => void)[] = []
  let prompts = 0
  let selected = 0
  let isConnected = false
  let caipNetworkId = hub.caipNetworkId
  let connecting: Promise<void> | undefined

  const emit = (event: MemoryEvent): void => {
    for (const listener of [...listeners]) {
      try {
        listener(event)
      } catch {
        // wallets ignore errors of the page
      }
    }
  }
  const accounts = (): readonly string[] =>
    isConnected ? [...addresses.slice(selected), ...addresses.slice(0, selected)] : []
  const ask = async <value>(work: () => value): Promise<value> => {
    prompts += 1
    if (answer === 'later') await new Promise<void>((resolve) => waiting.push(resolve))
    if (answer === 'no') throw new RpcError(4001, 'USER_REJECTED')
    return work()
  }
  const answerWith = (value: typeof answer) => (): void => {
    answer = value
  }

  return {
    provider: {
      async connect() {
        if (isConnected) return
        connecting ??= ask(() => {
          isConnected = true
          emit({ accounts: accounts() })
        }).finally(() => {
          connecting = undefined
        })
        await connecting
      },
      ask,
      revoke() {
        isConnected = false
      },
      accounts,
      network: () => caipNetworkId,
      goTo(next) {
        caipNetworkId = next
      },
      on: (listener) => void listeners.add(listener),
      off: (listener) => void listeners.delete(listener),
    },
    controls: {
      approve: answerWith('yes'),
      reject: answerWith('no'),
      hang: answerWith('later'),
      release() {
        answer = 'yes'
        const released = waiting
        waiting = []
        for (const resolve of released) resolve()
      },
      prompts: () => prompts,
      selectAccount(index) {
        selected = index
        emit({ accounts: accounts() })
      },
      selectNetwork(next) {
        caipNetworkId = next
        emit({ caipNetworkId })
      },
      revokeAccess() {
        isConnected = false
        emit({ isOver: true })
      },
      canRevoke: true,
      listeners: () => listeners.size,
    },
  }
}
