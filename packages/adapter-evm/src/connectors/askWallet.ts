import { toLatchkeyError, waitFor } from '@latchkey/core/plugin'
import type { RpcCall } from '../provider.js'
import type { WalletLink } from './walletLink.js'

/** Milliseconds for a call that shows no prompt. */
export const readDeadline = 10_000

export type AskOptions = { readonly signal: AbortSignal; readonly deadline?: number | undefined }

/**
 * Sends one request to the wallet. Rejects with the signal's reason when that aborts, with `TIMED_OUT` after
 * `deadline`, and with the named fault of whatever the wallet throws.
 */
export function askWallet(link: WalletLink, call: RpcCall, options: AskOptions): Promise<unknown> {
  // asynchronous, so that a provider that throws rejects; who has left is asked nothing
  const request = async (): Promise<unknown> => {
    options.signal.throwIfAborted()
    return link.provider.request(call)
  }
  return waitForWallet(link, request(), options)
}

/** The same for a request that is on its way. */
export async function waitForWallet(link: WalletLink, reply: Promise<unknown>, options: AskOptions): Promise<unknown> {
  try {
    return await waitFor(reply, { env: link.env, ...options })
  } catch (cause) {
    throw options.signal.aborted ? options.signal.reason : toLatchkeyError(cause)
  }
}
