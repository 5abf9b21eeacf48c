import { waitFor } from '@latchkey/core/plugin'
import type { StandardFeature } from '../parseStandardWallet.js'
import { toWalletFault } from './toWalletFault.js'
import type { WalletLink } from './walletLink.js'

/** Milliseconds for a call that shows no prompt. */
export const readDeadline = 10_000

export type AskOptions = { readonly signal: AbortSignal; readonly deadline?: number | undefined }

export type WalletCall = {
  readonly feature: Exclude<StandardFeature, 'standard:events'>
  readonly inputs: readonly unknown[]
}

/**
 * Sends one request to the wallet. Rejects with the signal's reason when that aborts, with `TIMED_OUT` after
 * `deadline`, and with the named fault of whatever the wallet throws.
 */
export async function askWallet(
  link: WalletLink,
  { feature, inputs }: WalletCall,
  options: AskOptions,
): Promise<unknown> {
  options.signal.throwIfAborted()
  return waitForWallet(link, link.call(feature, ...inputs), options)
}

/** The same for a request that is on its way. */
export async function waitForWallet(link: WalletLink, reply: Promise<unknown>, options: AskOptions): Promise<unknown> {
  try {
    return await waitFor(reply, { env: link.env, ...options })
  } catch (cause) {
    throw options.signal.aborted ? options.signal.reason : toWalletFault(cause)
  }
}
