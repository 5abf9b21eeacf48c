import {
  type ConnectorFeatures,
  type FeatureRequest,
  isLatchkeyError,
  isRecord,
  type LatchkeyError,
} from '@latchkey/core'
import {
  beforeSending,
  getRpcCode,
  InvalidWalletReplyError,
  isSameAddress,
  isUnsent,
  OutcomeUnknownError,
  TransactionRevertsError,
  toLatchkeyError,
} from '@latchkey/core/plugin'
import { assertAccount, assertNetwork } from '../connectors/accounts.js'
import { requestWallet } from '../connectors/requests.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { describeValue, parseHash, toQuantity, toRpcTransaction } from '../encoding.js'
import type { FoundTransaction } from '../rpc/read.js'

type SendRequest = Parameters<ConnectorFeatures['transaction:send']>[0]

type RpcTransaction = ReturnType<typeof toRpcTransaction>

/**
 * Has the wallet sign and send a transaction (`eth_sendTransaction`). The wallet is asked exactly once. An error counts as
 * success only if it names a transaction of this account that does the same and that the network's nodes know. [F31]
 * Throws `OUTCOME_UNKNOWN` if the wallet's node timed out.
 */
export async function sendTransaction(link: WalletLink, wallet: WalletObserver, request: SendRequest): Promise<string> {
  const { account, network, signal, transaction } = request
  const fields = toRpcTransaction(account, transaction)
  await beforeSending(signal, () =>
    Promise.all([assertAccount(link, wallet, request), assertNetwork(link, wallet, request)]),
  )
  // with the chain id, a wallet that switches meanwhile rejects the request instead of sending on another chain
  const params = [{ ...fields, chainId: toQuantity('chainId', Number(network.id)) }]

  let reply: unknown
  try {
    reply = await requestWallet(link, { method: 'eth_sendTransaction', params }, { signal })
  } catch (thrown) {
    const cause = isNodeTimeout(thrown) ? new OutcomeUnknownError({ cause: thrown }) : thrown
    const hash = await findSentHash(link, { error: toLatchkeyError(cause), fields, account, network, signal })
    if (hash) return hash
    throw toReverted(cause) ?? cause
  }
  const hash = parseHash(reply)
  if (!hash) throw new InvalidWalletReplyError({ details: `eth_sendTransaction: ${describeValue(reply)}` })
  return hash
}

/** The code that nodes return for a call that reverts. Wallets pass it on when they estimate the gas. */
const reverted = 3

/** The error of a wallet that refuses a transaction because it would revert; undefined for any other. */
export function toReverted(cause: unknown): TransactionRevertsError | undefined {
  if (getRpcCode(cause) !== reverted) return undefined
  return new TransactionRevertsError({ cause, details: toLatchkeyError(cause).details })
}

/** The code of `REQUEST_PENDING`. */
const pending = -32_002

/**
 * Whether a wallet passes on that a call to its node timed out. Nodes use the code of `REQUEST_PENDING` for it, but the
 * transaction may have been sent. Wallets nest the error of a node in their own; that of an open prompt is their own.
 */
export function isNodeTimeout(thrown: unknown): boolean {
  if (!isLatchkeyError(thrown) || thrown.code !== 'REQUEST_PENDING' || !isRecord(thrown.cause)) return false
  const code = readField(thrown.cause, 'code')
  return code !== undefined && getRpcCode({ code }) !== pending
}

const nestedFields = ['error', 'data', 'originalError', 'cause', 'info', 'value'] as const

const hashFields = ['transactionHash', 'txHash', 'hash'] as const

type FindSentRequest = FeatureRequest & {
  readonly error: LatchkeyError
  /** The requested transaction. */
  readonly fields: RpcTransaction
}

/**
 * The hash of a transaction that was sent although the wallet reports an error, e.g. when its node replies "already known".
 * The error has to name the hash, and the network's nodes have to know it as the same payment or call of this account: errors
 * also name the transaction that blocks the nonce.
 */
async function findSentHash(
  link: WalletLink,
  { error, fields, account, network, signal }: FindSentRequest,
): Promise<string | undefined> {
  // the caller has left, or nothing can have been sent
  if (error.code === 'ABORTED' || isUnsent(error)) return undefined
  for (const hash of collectHashes(error.cause)) {
    try {
      const found = await link.findTransaction({ hash, network, signal })
      if (found && isSameAddress('eip155', found.from, account.address) && isSame(found, fields)) return hash
    } catch (cause) {
      // the wallet's error is reported instead
      link.warn(cause)
    }
  }
  return undefined
}

function isSame(found: FoundTransaction, { to = '', value = '0x0', data = '0x' }: RpcTransaction): boolean {
  return (
    found.to.toLowerCase() === to.toLowerCase() &&
    found.value === BigInt(value) &&
    // wallets may append data
    found.input.toLowerCase().startsWith(data.toLowerCase())
  )
}

function collectHashes(thrown: unknown): ReadonlySet<`0x${string}`> {
  const found = new Set<`0x${string}`>()
  const queue: unknown[] = [thrown]
  // errors may be circular, and nested deeply
  for (let step = 0; step < 50 && queue.length > 0; step++) {
    const value = queue.shift()
    if (!isRecord(value)) continue
    for (const name of hashFields) {
      const hash = parseHash(readField(value, name))
      if (hash) found.add(hash)
    }
    queue.push(...nestedFields.map((name) => readField(value, name)))
  }
  return found
}

function readField(record: Record<string, unknown>, field: string): unknown {
  try {
    return record[field]
  } catch {
    return undefined // a getter that throws
  }
}
