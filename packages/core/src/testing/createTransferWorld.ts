import type { AdapterFeatures, TransactionOutcome } from '../contracts/features.js'
import { connect } from '../controllers/connection/connect.js'
import { fetchBalance } from '../controllers/portfolio/balance.js'
import type { Token } from '../service/blockchain/types.js'
import { bob } from './accounts.js'
import { createTestModal, type TestModal, type TestModalOptions } from './createTestModal.js'

/** A pending promise that the test settles. */
type Held<value> = { resolve(value: value): void; reject(cause: unknown): void }

export type TransferWorld = TestModal & {
  /** Send requests to the wallet, with its network at that time. */
  readonly sendings: { readonly transaction: unknown; readonly network: string; readonly held: Held<string> }[]
  /** The fee that the chain returns. Set it before it is requested. */
  fee: bigint | Error
  readonly outcomes: Held<TransactionOutcome>[]
  /** Ids of transactions whose confirmation was requested. */
  readonly confirmed: string[]
}

export const hash: `0x${string}` = `0x${'ab'.repeat(32)}`
export const token: Token & { readonly address: string } = {
  caipNetworkId: 'eip155:1',
  address: '0x4331b26b27f48708c4c8D167E180A2a50b34CF3B',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
}

/** Creates a modal whose chain builds transfers and whose wallet is asked to send them, with a balance of 1.5 ETH. */
export async function createTransferWorld(options: TestModalOptions = {}): Promise<TransferWorld> {
  const world = createTestModal(options)
  const { evm, wallet, modal } = world
  const own: TransferWorld = Object.assign(world, { sendings: [], fee: 1_000n, outcomes: [], confirmed: [] })
  const features: Partial<AdapterFeatures> = {
    'transfer:build': async ({ to, amount, token: of }) => ({ to, value: amount, of: of?.address }) as never,
    'transfer:fee': async () => {
      if (own.fee instanceof Error) throw own.fee
      return own.fee
    },
    'address:check': async ({ address }) => /^0x[\da-fA-F]{40}$/.test(address) && !/^0x0+$/.test(address),
    'token:read': async ({ address }) => {
      if (address !== token.address) throw new Error('There is no token.')
      return token
    },
    'transaction:confirm': ({ id }) =>
      new Promise((resolve, reject) => {
        own.confirmed.push(id)
        own.outcomes.push({ resolve, reject })
      }),
  }
  Object.assign(evm.features, features)
  Object.assign(wallet.connector.features, {
    'transaction:send': ({ transaction, network }: { transaction: unknown; network: { caipNetworkId: string } }) =>
      new Promise<string>((resolve, reject) =>
        own.sendings.push({ transaction, network: network.caipNetworkId, held: { resolve, reject } }),
      ),
  })
  await connect(modal, { connectorId: 'org.example.wallet' })
  await fetchBalance(modal)
  return own
}

export const receiver: string = bob.address
