import { isLatchkeyError } from '@latchkey/core'
import { toLatchkeyError, waitFor } from '@latchkey/core/plugin'
import type { WalletLink } from './walletLink.js'

/** Milliseconds for a request that shows no prompt. */
export const readTimeout = 10_000

export type WalletRequestOptions = { readonly signal: AbortSignal; readonly timeout?: number | undefined }

/**
 * Sends one request to the wallet. Rejects with the signal's reason, with `TIMED_OUT` after `timeout` milliseconds, or with
 * the wallet's error.
 */
export async function requestWallet<reply>(
  { env }: Pick<WalletLink, 'env'>,
  send: () => Promise<reply>,
  { signal, timeout }: WalletRequestOptions,
): Promise<reply> {
  signal.throwIfAborted()
  // async, so that a wallet that throws rejects
  const reply = (async () => send())()
  try {
    return await waitFor(reply, { env, signal, timeout })
  } catch (cause) {
    throw signal.aborted ? signal.reason : toLatchkeyError(cause)
  }
}

const nothingToRevokeCodes = ['METHOD_NOT_FOUND', 'METHOD_NOT_SUPPORTED', 'UNSUPPORTED_METHOD', 'UNAUTHORIZED']

/** Whether the wallet has no permissions to revoke, so that there is nothing more to disconnect. */
export function isNothingToRevoke(cause: unknown): boolean {
  return isLatchkeyError(cause) && nothingToRevokeCodes.includes(cause.code)
}
