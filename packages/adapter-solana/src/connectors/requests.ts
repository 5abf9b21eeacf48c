import { isLatchkeyError, isRecord, type LatchkeyError } from '@latchkey/core'
import { RpcError, toLatchkeyError, waitFor } from '@latchkey/core/plugin'
import type { StandardFeature } from '../discovery.js'
import type { WalletLink } from './walletLink.js'

/** Milliseconds for a call that shows no prompt. */
export const readTimeout = 10_000

export type WalletRequestOptions = { readonly signal: AbortSignal; readonly deadline?: number | undefined }

export type WalletCall = {
  readonly feature: Exclude<StandardFeature, 'standard:events'>
  readonly inputs: readonly unknown[]
}

/**
 * Sends one request to the wallet. Rejects with the signal's reason when that aborts, with `TIMED_OUT` after
 * `deadline`, and with the named fault of whatever the wallet throws.
 */
export async function requestWallet(
  link: WalletLink,
  { feature, inputs }: WalletCall,
  options: WalletRequestOptions,
): Promise<unknown> {
  options.signal.throwIfAborted()
  return waitForWallet(link, link.call(feature, ...inputs), options)
}

/** The same for a request that is on its way. */
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

/** `USER__REQUEST_REJECTED` of `@wallet-standard/errors`, which keeps it under `context.__code`. */
const requestRejected = 4_001_000

/** The named fault of whatever a wallet throws: by codes alone, never by words, as these are translated. */
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
    return undefined // a getter of a foreign object
  }
}
