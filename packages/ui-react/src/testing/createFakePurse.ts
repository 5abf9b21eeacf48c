import { apiVersion, type Connector, type Network, type Token, type TransactionOutcome } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers/connection'
import { fetchBalance } from '@latchkey/core/controllers/portfolio'
import { createModal } from '../createModal.js'
import type { CreateModalOptions, UiModal } from '../uiModal.js'
import { testAddress, testNetwork } from './fakeChain.js'

/** A pending promise that the test settles. */
export type Open<value> = { resolve(value: value): void; reject(cause: unknown): void }

export type FakePurse = {
  readonly modal: UiModal
  /** Requests to the wallet to send a transaction. */
  readonly sendings: { readonly transaction: unknown; readonly open: Open<string> }[]
  readonly outcomes: Open<TransactionOutcome>[]
  /** The fee of a transfer, or the error of estimating it. */
  fee: bigint | Error
  /** Whether an address can receive funds. */
  isAddress: (address: string) => boolean
  /** The facts of a token by its address. */
  readToken: () => Promise<Pick<Token, 'name' | 'symbol' | 'decimals'>>
}

const otherNetwork: Network = {
  ...testNetwork,
  id: 10,
  name: 'Testnet Ten',
  caipNetworkId: 'eip155:10',
}
export const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const testHash: string = `0x${'ab'.repeat(32)}`

/** Creates a modal whose wallet has 1.5 ETH. The test settles its requests to send. */
export async function createFakePurse({
  isConnected = true,
  ...options
}: Partial<CreateModalOptions> & { readonly isConnected?: boolean } = {}): Promise<FakePurse> {
  const purse: Omit<FakePurse, 'modal'> = {
    sendings: [],
    outcomes: [],
    fee: 21_000_000_000_000n,
    isAddress: (address) => address === receiver,
    readToken: async () => ({ name: 'USD Coin', symbol: 'USDC', decimals: 6 }),
  }
  const connector: Connector = {
    meta: { id: 'test.purse', type: 'ANNOUNCED', name: 'Purse', namespaces: ['eip155'] },
    features: {
      'transaction:send': ({ transaction }) =>
        new Promise((resolve, reject) => {
          purse.sendings.push({ transaction, open: { resolve, reject } })
        }),
    },
    connect: async () => ({
      accounts: [{ namespace: 'eip155', address: testAddress, type: 'eoa' }],
      caipNetworkId: 'eip155:1',
    }),
    disconnect: async () => {},
    getProvider: async () => ({}),
    on: () => () => {},
    destroy: () => {},
  }
  const modal = createModal({
    adapters: [
      {
        kind: 'chain',
        apiVersion,
        namespace: 'eip155',
        networks: [testNetwork, otherNetwork],
        setup: () => ({
          features: {
            'balance:read': async () => ({ value: 1_500_000_000_000_000_000n, decimals: 18, symbol: 'ETH' }),
            'transfer:build': async ({ to, amount }) => ({ to, value: amount }) as never,
            'transfer:fee': async () => {
              if (purse.fee instanceof Error) throw purse.fee
              return purse.fee
            },
            'token:read': () => purse.readToken(),
            'address:check': async ({ address }) => purse.isAddress(address),
            'transaction:confirm': () =>
              new Promise((resolve, reject) => {
                purse.outcomes.push({ resolve, reject })
              }),
          },
          getConnectors: () => [connector],
          onConnectorsChange: () => () => {},
          destroy: () => {},
        }),
      },
    ],
    disableAppend: true,
    env: { storage: () => null },
    ...options,
  })
  modal.start()
  if (isConnected) {
    await connect(modal, { connectorId: 'test.purse' })
    await fetchBalance(modal)
  }
  return Object.assign(purse, { modal })
}
