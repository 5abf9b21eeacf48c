import type { AdapterFeatures, SwapCheckRequest, SwapRouter, TransactionOutcome } from '../contracts/features.js'
import { connect } from '../controllers/connection/connect.js'
import { SwapUnsafeError } from '../errors/transfer.js'
import { createSwapService, routerAddress, type SwapService, toApproval } from './createSwapService.js'
import { createTestModal, type TestModal, type TestModalOptions } from './createTestModal.js'

type SentTransaction = { readonly to: string; readonly data: string; readonly value: bigint }

export type SwapWorld = TestModal & {
  readonly service: SwapService
  /** Transactions that the wallet has sent. */
  readonly sent: SentTransaction[]
  /** Handles the next request to the wallet. */
  send: (transaction: SentTransaction) => Promise<string>
  confirm: () => Promise<TransactionOutcome>
  /** Checks requested from the adapter, and their results. */
  readonly checked: SwapCheckRequest[]
  router: SwapRouter
  isSafe: boolean
  hide(isHidden: boolean): void
}

export const swapServiceUrl = 'https://swaps.example.org'

/**
 * Creates a connected EVM wallet that sends, a network that confirms, and a service with one pool, whose handlers are
 * for the test's server.
 */
export async function createSwapWorld(options: TestModalOptions = {}): Promise<SwapWorld> {
  let isHidden = false
  const shown = Object.defineProperty(new EventTarget(), 'visibilityState', {
    get: () => (isHidden ? 'hidden' : 'visible'),
  })
  const page: object = Object.assign(new EventTarget(), { document: shown })
  const env = { window: () => page as Window, ...options.env }
  const test = createTestModal({ services: { blockchainApi: swapServiceUrl }, ...options, env })
  const world: SwapWorld = Object.assign(test, {
    service: createSwapService(swapServiceUrl),
    sent: [] as SentTransaction[],
    send: async () => `0x${String(world.sent.length).padStart(64, '0')}`,
    confirm: async () => ({ status: 'confirmed' }) as const,
    checked: [] as SwapCheckRequest[],
    router: { address: routerAddress, isPinned: true },
    isSafe: true,
    hide(next: boolean) {
      isHidden = next
      shown.dispatchEvent(new Event('visibilitychange'))
    },
  })
  Object.assign(world.wallet.connector.features, {
    'transaction:send': ({ transaction }: { transaction: SentTransaction }) => {
      world.sent.push(transaction)
      return world.send(transaction)
    },
  })
  const check = (request: SwapCheckRequest): void => {
    world.checked.push(request)
    if (!world.isSafe) throw new SwapUnsafeError()
  }
  const features: Partial<AdapterFeatures> = {
    'transaction:confirm': () => world.confirm(),
    'swap:router': async () => world.router,
    'swap:approval': async (request) => {
      check(request)
      return { clears: (request.transaction as { data?: unknown }).data === toApproval(0n) }
    },
    'swap:check': async (request) => check(request),
  }
  Object.assign(world.evm.features, features)
  await connect(world.modal, { connectorId: 'org.example.wallet' })
  return world
}
