import { type AdapterFeatures, type Env, isLatchkeyError } from '@latchkey/core'
import { pause } from '@latchkey/core/plugin'
import { toBigInt } from '../encoding.js'
import type { Rpc } from '../rpc/rpc.js'

type WatchRequest = Parameters<AdapterFeatures['activity:watch']>[0] & {
  /** Milliseconds between two polls. */
  readonly interval: number
}

/** Transactions of the account: all that the node knows, and the mined ones. */
type Counts = { readonly sent: bigint; readonly mined: bigint }

/** Pending transactions after which the watch ends. [S9.6] */
const maxPending = 99n

/** Errors that waiting will not fix. */
const permanentErrors: readonly string[] = ['RPC_CHAIN_MISMATCH', 'RPC_URL_MISSING', 'METHOD_NOT_FOUND']

/**
 * Calls `onActivity` when the account sends a transaction and when it is mined. Polls the account's two transaction counts in
 * one batch, which every node supports, unlike filters. Doesn't notice transactions that others send to the account, and
 * pauses while the page is hidden.
 *
 * Resolves after 99 pending transactions. Throws `RPC_CHAIN_MISMATCH` or `RPC_URL_MISSING`.
 */
export async function watchActivity(rpc: Rpc, env: Env, request: WatchRequest): Promise<void> {
  const { account, network, signal, onActivity, interval } = request
  const read = async (block: 'pending' | 'latest'): Promise<bigint> => {
    const call = { method: 'eth_getTransactionCount', params: [account.address, block] }
    return toBigInt(call.method, await rpc.request(network, call, signal))
  }
  let before: Counts | undefined
  let seen = 0n

  const poll = async (): Promise<void> => {
    const [sent, mined] = await Promise.all([read('pending'), read('latest')])
    // a dropped transaction lowers the count
    const added = sent - (before?.sent ?? mined)
    if (added > 0n) seen += added
    const hasChanged = before && (before.sent !== sent || before.mined !== mined)
    before = { sent, mined }
    if (hasChanged) onActivity()
  }

  for (;;) {
    if (env.window()?.document.visibilityState !== 'hidden')
      try {
        await poll()
      } catch (cause) {
        if (signal.aborted) throw signal.reason
        if (isLatchkeyError(cause) && permanentErrors.includes(cause.code)) throw cause
      }
    if (seen >= maxPending) return
    await pause(env, interval, signal)
  }
}
