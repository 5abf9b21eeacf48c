import { isLatchkeyError, isRecord, type LatchkeyError } from '@latchkey/core'
import { RpcError, toLatchkeyError, waitFor } from '@latchkey/core/plugin'
import type { StandardFeature } from '../discovery.js'
import type { WalletLink } from './walletLink.js'

/** Milliseconds for a request that shows no prompt. */
export const readTimeout = 10_000

export type WalletRequestOptions = { readonly signal: AbortSignal; readonly timeout?: number | undefined }

export type WalletCall = {
  readonly feature: Exclude<StandardFeature, 'standard:events'>
  readonly inputs: readonly unknown[]
}

/**
 * Sends one request to the wallet. Rejects with the signal's reason, with `TIMED_OUT` after `timeout` milliseconds, or with
 * the wallet's error.
 */
export async function requestWallet(
  link: WalletLink,
  { feature, inputs }: WalletCall,
  options: WalletRequestOptions,
): Promise<unknown> {
  options.signal.throwIfAborted()
  return waitForWallet(link, link.call(feature, ...inputs), options)
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
    throw options.signal.aborted ? options.signal.reason : toWalletError(cause)
  }
}

/** `USER__REQUEST_REJECTED` of `@wallet-standard/errors`, in `context.__code`. */
const requestRejected = 4_001_000

/** Converts a wallet's error by its code, as messages are translated. */
export function toWalletError(thrown: unknown): LatchkeyError {
  if (!isLatchkeyError(thrown) && readStandardCode(thrown) === requestRejected)
    return new RpcError(4001, 'USER_REJECTED', { cause: thrown })
  return toLatchkeyError(thrown)
}

function readStandardCode(thrown: unknown): unknown {
  try {
    const context = isRecord(thrown) ? thrown['context'] : undefined
    return isRecord(context) ? context['__code'] : undefined
  } catch {
    return undefined // a getter that throws
  }
}
