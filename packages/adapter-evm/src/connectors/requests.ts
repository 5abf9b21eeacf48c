import { toLatchkeyError, waitFor } from '@latchkey/core/plugin'
import type { RpcCall } from '../rpc/endpoint.js'
import type { WalletLink } from './walletLink.js'

/** Milliseconds for a request that shows no prompt. */
export const readTimeout = 10_000

export type WalletRequestOptions = { readonly signal: AbortSignal; readonly timeout?: number | undefined }

/**
 * Sends one request to the wallet. Rejects with the signal's reason, with `TIMED_OUT` after `timeout` milliseconds, or with
 * the wallet's error.
 */
export function requestWallet(link: WalletLink, call: RpcCall, options: WalletRequestOptions): Promise<unknown> {
  // async, so that a provider that throws rejects
  const request = async (): Promise<unknown> => {
    options.signal.throwIfAborted()
    return link.provider.request(call)
  }
  return waitForWallet(link, request(), options)
}

/** Waits for the reply to a request that was sent before. Rejects as `requestWallet`. */
export async function waitForWallet(
  link: WalletLink,
  reply: Promise<unknown>,
  options: WalletRequestOptions,
): Promise<unknown> {
  try {
    return await waitFor(reply, { env: link.env, ...options })
  } catch (cause) {
    throw options.signal.aborted ? options.signal.reason : toLatchkeyError(cause)
  }
}
