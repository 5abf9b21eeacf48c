import { isRecord, type LatchkeyError } from '@latchkey/core'
import { isSameAddress } from '@latchkey/core/plugin'
import type { WalletLink } from '../connectors/walletLink.js'
import type { Asked } from './assertWallet.js'
import { parseHash } from './hex.js'

/** Faults after which nothing can have been sent, or nobody waits any more. */
const unsent = ['USER_REJECTED', 'UNAUTHORIZED', 'UNSUPPORTED_METHOD', 'REQUEST_PENDING', 'INVALID_PARAMS', 'ABORTED']

const nests = ['error', 'data', 'originalError', 'cause', 'info', 'value'] as const
const hashes = ['transactionHash', 'txHash', 'hash'] as const

/**
 * The hash of a transaction that was sent although the wallet reports an error, as it does when its node says
 * 'already known'. Only a hash that the error names and that the network's nodes know from this account counts.
 */
export async function findSentHash(
  link: WalletLink,
  { error, account, network, signal }: Asked & { readonly error: LatchkeyError },
): Promise<string | undefined> {
  if (unsent.includes(error.code)) return undefined
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
    for (const name of hashes) {
      const hash = parseHash(read(value, name))
      if (hash) found.add(hash)
    }
    queue.push(...nests.map((name) => read(value, name)))
  }
  return found
}

function read(record: Record<string, unknown>, field: string): unknown {
  try {
    return record[field]
  } catch {
    return undefined // a getter of a foreign object
  }
}
