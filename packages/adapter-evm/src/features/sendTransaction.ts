import { type ConnectorFeatures, type FeatureRequest, isRecord, type LatchkeyError } from '@latchkey/core'
import { InvalidWalletReplyError, isSameAddress, toLatchkeyError } from '@latchkey/core/plugin'
import { assertAccount, assertNetwork } from '../connectors/accounts.js'
import { requestWallet } from '../connectors/requests.js'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { describeValue, parseHash, toQuantity, toRpcTransaction } from '../encoding.js'

type SendRequest = Parameters<ConnectorFeatures['transaction:send']>[0]

/**
 * `eth_sendTransaction`. The wallet signs and sends; this asks it once and never again. An error of it counts as
 * success only where it names a transaction of this account that the network's own nodes know. [F31]
 */
export async function sendTransaction(link: WalletLink, wallet: WalletObserver, request: SendRequest): Promise<string> {
  const { account, network, signal, transaction } = request
  const fields = toRpcTransaction(account, transaction)
  await Promise.all([assertAccount(link, wallet, request), assertNetwork(link, wallet, request)])
  // with the chain in it, a wallet that is switched meanwhile refuses instead of sending elsewhere
  const params = [{ ...fields, chainId: toQuantity('chainId', Number(network.id)) }]

  let reply: unknown
  try {
    reply = await requestWallet(link, { method: 'eth_sendTransaction', params }, { signal })
  } catch (cause) {
    const hash = await findSentHash(link, { error: toLatchkeyError(cause), account, network, signal })
    if (hash) return hash
    throw cause
  }
  const hash = parseHash(reply)
  if (!hash) throw new InvalidWalletReplyError({ details: `eth_sendTransaction: ${describeValue(reply)}` })
  return hash
}

/** Faults after which nothing can have been sent, or nobody waits any more. */
const unsentCodes = [
  'USER_REJECTED',
  'UNAUTHORIZED',
  'UNSUPPORTED_METHOD',
  'REQUEST_PENDING',
  'INVALID_PARAMS',
  'ABORTED',
]

const nestedFields = ['error', 'data', 'originalError', 'cause', 'info', 'value'] as const

const hashFields = ['transactionHash', 'txHash', 'hash'] as const

/**
 * The hash of a transaction that was sent although the wallet reports an error, as it does when its node says
 * 'already known'. Only a hash that the error names and that the network's nodes know from this account counts.
 */
export async function findSentHash(
  link: WalletLink,
  { error, account, network, signal }: FeatureRequest & { readonly error: LatchkeyError },
): Promise<string | undefined> {
  if (unsentCodes.includes(error.code)) return undefined
  for (const hash of collectHashes(error.cause)) {
    try {
      const found = await link.findTransaction({ hash, network, signal })
      if (found && isSameAddress('eip155', found.from, account.address)) return hash
    } catch (cause) {
      // what the wallet said is reported then
      link.warn(cause)
    }
  }
  return undefined
}

function collectHashes(thrown: unknown): ReadonlySet<`0x${string}`> {
  const found = new Set<`0x${string}`>()
  const queue: unknown[] = [thrown]
  // errors may point at themselves, and lists of them may be long
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
    return undefined // a getter of a foreign object
  }
}
