import { type AdapterFeatures, type Env, isLatchkeyError } from '@latchkey/core'
import { pause } from '@latchkey/core/plugin'
import { toBigInt } from '../encoding.js'
import type { Rpc } from '../rpc/rpc.js'

type Request = Parameters<AdapterFeatures['activity:watch']>[0] & {
  /** Milliseconds between two looks. */
  readonly interval: number
}

/** Transactions of the account: all that the node knows, and those in a block. */
type Counts = { readonly sent: bigint; readonly mined: bigint }

/** Pending transactions after which the watch ends. [S9.6] */
const maxPending = 99n

/** Faults that no later look will mend. */
const permanentErrors: readonly string[] = ['RPC_CHAIN_MISMATCH', 'RPC_URL_MISSING', 'METHOD_NOT_FOUND']

/**
 * Tells of each transaction that the account sends, and again when it comes into a block: by the account's two
 * transaction counts, in one batch per look. So every node can be asked, which is not so with filters, and nothing is
 * learnt of others; what others send to the account is not noticed. Pages that are hidden ask nothing.
 *
 * Resolves when 99 pending transactions were seen. Throws `RPC_CHAIN_MISMATCH` or `RPC_URL_MISSING`.
 */
export async function watchActivity(rpc: Rpc, env: Env, request: Request): Promise<void> {
  const { account, network, signal, onActivity, interval } = request
  const read = async (block: 'pending' | 'latest'): Promise<bigint> => {
    const call = { method: 'eth_getTransactionCount', params: [account.address, block] }
    return toBigInt(call.method, await rpc.request(network, call, signal))
  }
  let before: Counts | undefined
  let seen = 0n

  const look = async (): Promise<void> => {
    const [sent, mined] = await Promise.all([read('pending'), read('latest')])
    // a transaction that was dropped takes its number back
    const added = sent - (before?.sent ?? mined)
    if (added > 0n) seen += added
    const isNews = before && (before.sent !== sent || before.mined !== mined)
    before = { sent, mined }
    if (isNews) onActivity()
  }

  for (;;) {
    if (env.window()?.document.visibilityState !== 'hidden')
      try {
        await look()
      } catch (cause) {
        if (signal.aborted) throw signal.reason
        if (isLatchkeyError(cause) && permanentErrors.includes(cause.code)) throw cause
      }
    if (seen >= maxPending) return
    await pause(env, interval, signal)
  }
}
