import { entryPointAddress } from '../../protocol/network.js'
import { FrameRequestError } from '../errors.js'
import { broadcast, type CallNode } from '../requests/node.js'
import type { WalletRequest } from '../requests/requests.js'

/** An operation that the vault has signed. */
export type SignedOperation = {
  readonly operation: unknown
  readonly hash: string
  /** The id of a batch of calls. */
  readonly id?: string | undefined
  readonly version?: string | undefined
}

export type SendOptions = {
  readonly callNode: CallNode
  /** Milliseconds. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Milliseconds before the first poll; each later pause is half as long again, up to the maximum. */
const firstWait = 500

const slowest = 8_000

/** Milliseconds to wait for a receipt; the operation may still be included after that. */
const timeout = 300_000

/** Milliseconds after which an operation that isn't in a block can no longer be included, as custody's signature has expired. */
export const validFor = 3_900_000

/** Sends an operation to the bundler. Resolves with its hash, also if the bundler has it already; throws the bundler's error. */
export async function sendOperation(
  { network, signal }: Pick<WalletRequest, 'network' | 'signal'>,
  { signed, callNode }: { readonly signed: SignedOperation; readonly callNode: CallNode },
): Promise<string> {
  const chain = network.caipNetworkId
  const params = [signed.operation, entryPointAddress]
  const hash = await broadcast(callNode, { chain, method: 'eth_sendUserOperation', params, signal }).catch(
    async (cause: unknown) => {
      // its response may have been lost the first time [F31]
      const known = { chain, method: 'eth_getUserOperationByHash', params: [signed.hash], signal }
      if (await callNode(known).catch(() => null)) return signed.hash
      throw cause
    },
  )
  if (typeof hash !== 'string' || hash.toLowerCase() !== signed.hash.toLowerCase())
    throw new FrameRequestError('The bundler returned a different operation than was signed.', { code: -32603 })
  return hash
}

/**
 * Resolves with the hash of the transaction that includes an operation. Throws if it failed, and if it isn't included within five minutes:
 * then it is pending, and is neither repeated nor forgotten. [F34]
 */
export async function awaitTransaction(
  { network, signal }: Pick<WalletRequest, 'network' | 'signal'>,
  { hash, callNode, wait }: SendOptions & { readonly hash: string },
): Promise<string> {
  let pause = firstWait
  for (let waited = 0; waited < timeout; waited += pause, pause = Math.min(pause * 1.5, slowest)) {
    await wait(pause, signal)
    const receipt = await readReceipt({ chain: network.caipNetworkId, hash, callNode, signal })
    if (receipt === null) continue
    if (!receipt.success)
      throw new FrameRequestError(`The transaction failed on the network, in ${receipt.transactionHash}.`, {
        code: -32003,
      })
    return receipt.transactionHash
  }
  throw new FrameRequestError(`The transaction is pending. The network knows it as the operation ${hash}.`, {
    code: -32002,
  })
}

type OperationReceipt = {
  readonly success: boolean
  readonly transactionHash: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly gasUsed: string
  readonly logs: readonly unknown[]
}

type ReceiptOptions = {
  /** CAIP-2. */
  readonly chain: string
  readonly hash: string
  readonly callNode: CallNode
  readonly signal: AbortSignal
}

/** The receipt of an operation; null if it isn't included yet, or unknown. */
export async function readReceipt({ chain, hash, callNode, signal }: ReceiptOptions): Promise<OperationReceipt | null> {
  const response = await callNode({ chain, method: 'eth_getUserOperationReceipt', params: [hash], signal }).catch(
    () => null,
  )
  signal.throwIfAborted()
  const { success, logs, receipt } = (response ?? {}) as {
    readonly success?: unknown
    readonly logs?: unknown
    readonly receipt?: Partial<Omit<OperationReceipt, 'success' | 'logs'>>
  }
  const { transactionHash, blockHash, blockNumber, gasUsed } = receipt ?? {}
  if (typeof success !== 'boolean' || typeof transactionHash !== 'string') return null
  return {
    success,
    transactionHash,
    blockHash: String(blockHash),
    blockNumber: String(blockNumber),
    gasUsed: String(gasUsed),
    logs: Array.isArray(logs) ? logs : [],
  }
}

/** Operations that were sent from this page and may not be included yet. */
export type OpenOperations = {
  add(operation: { readonly chain: string; readonly hash: string }): void
  /** Whether an operation on that network is still pending, according to its bundler. `within`: sent in the last milliseconds. */
  isBusy(options: {
    readonly chain: string
    readonly signal: AbortSignal
    readonly within?: number | undefined
  }): Promise<boolean>
}

/** Older ones are no longer checked. */
const maxOpen = 20

export function createOpenOperations({
  callNode,
  now,
}: {
  readonly callNode: CallNode
  /** The vault's clock. */
  readonly now: () => number
}): OpenOperations {
  let open: readonly { readonly chain: string; readonly hash: string; readonly sentAt: number }[] = []
  return {
    add(operation) {
      open = [...open, { ...operation, sentAt: now() }].slice(-maxOpen)
    },
    async isBusy({ chain, signal, within = validFor }) {
      // a bundler doesn't report which operations it has dropped
      open = open.filter(({ sentAt }) => now() <= sentAt + validFor)
      const polled = open.filter((one) => one.chain === chain && now() < one.sentAt + within)
      const receipts = await Promise.all(polled.map(({ hash }) => readReceipt({ chain, hash, callNode, signal })))
      const over = polled.filter((_, index) => receipts[index] !== null)
      open = open.filter((one) => !over.includes(one))
      return over.length < polled.length
    },
  }
}
