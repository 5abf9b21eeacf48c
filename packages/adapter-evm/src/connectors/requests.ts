import { isLatchkeyError } from '@latchkey/core'
import { RpcError, toLatchkeyError, waitFor } from '@latchkey/core/plugin'
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

/** Other codes than EIP-1193's for a missing method: those of JSON-RPC 2.0 and EIP-1474. */
const unsupportedCodes = ['METHOD_NOT_FOUND', 'METHOD_NOT_SUPPORTED']

/**
 * Sends a request that few wallets support. Rejects as `requestWallet`, and with `UNSUPPORTED_METHOD` if the wallet lacks the
 * method, whichever code it uses for that.
 */
export async function requestOptional(
  link: WalletLink,
  call: RpcCall,
  options: WalletRequestOptions,
): Promise<unknown> {
  try {
    return await requestWallet(link, call, options)
  } catch (cause) {
    throw toOptionalError(call, cause)
  }
}

function toOptionalError({ method }: RpcCall, cause: unknown): unknown {
  if (!isLatchkeyError(cause) || !unsupportedCodes.includes(cause.code)) return cause
  return new RpcError(4200, 'UNSUPPORTED_METHOD', { cause, details: cause.details ?? method })
}
