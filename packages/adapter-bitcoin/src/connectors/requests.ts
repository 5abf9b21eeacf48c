import { isLatchkeyError } from '@latchkey/core'
import { toLatchkeyError, waitFor } from '@latchkey/core/plugin'
import type { WalletLink } from './walletLink.js'

/** Milliseconds for a call that shows no prompt. */
export const readTimeout = 10_000

export type WalletRequestOptions = { readonly signal: AbortSignal; readonly deadline?: number | undefined }

/**
 * Waits for an answer of the wallet. Rejects with the signal's reason when that aborts, with `TIMED_OUT` after
 * `deadline`, and with the named fault of whatever the wallet throws. Who has left is asked nothing.
 */
export async function requestWallet<answer>(
  { env }: Pick<WalletLink, 'env'>,
  ask: () => Promise<answer>,
  { signal, deadline }: WalletRequestOptions,
): Promise<answer> {
  signal.throwIfAborted()
  // asynchronous, so that a wallet that throws rejects
  const reply = (async () => ask())()
  try {
    return await waitFor(reply, { env, signal, deadline })
  } catch (cause) {
    throw signal.aborted ? signal.reason : toLatchkeyError(cause)
  }
}

const nothingToRevokeCodes = ['METHOD_NOT_FOUND', 'METHOD_NOT_SUPPORTED', 'UNSUPPORTED_METHOD', 'UNAUTHORIZED']

/** Wallets without permissions to revoke, and those where there are none left, have let go as far as they can. */
export function isNothingToRevoke(cause: unknown): boolean {
  return isLatchkeyError(cause) && nothingToRevokeCodes.includes(cause.code)
}
