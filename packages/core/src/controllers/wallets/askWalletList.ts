import { beginAttempt } from '../../attempts.js'
import { ServerError } from '../../errors/http.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import type { Modal } from '../../modal.js'
import type { WalletQuery, WalletReply } from '../../walletList/queryWallets.js'
import { getWalletMemory } from './getWalletMemory.js'

/** Milliseconds: for the code, and the ten seconds of a call. */
const deadline = 15_000
/** How many wallets are known by id beside those in the state. */
const mostListings = 2_000

/**
 * One question to the list. Throws `RATE_LIMITED`, `SERVER_ERROR`, `HTTP_STATUS`, `TIMED_OUT` or `ABORTED`; what else goes
 * wrong, as a part of the program that does not load, is `SERVER_ERROR`.
 */
export async function askWalletList(
  modal: Modal,
  { signal, ...query }: WalletQuery & { readonly signal?: AbortSignal | undefined },
): Promise<WalletReply> {
  const memory = getWalletMemory(modal)
  const attempt = beginAttempt(modal, { deadline, signal })
  try {
    const reply = await attempt.race(
      memory.loadSource().then((source) => source.list({ ...query, signal: attempt.signal })),
    )
    for (const wallet of reply.data) memory.listings.set(wallet.id, wallet)
    for (const id of memory.listings.keys()) {
      if (memory.listings.size <= mostListings) break
      memory.listings.delete(id)
    }
    return reply
  } catch (cause) {
    throw isLatchkeyError(cause) ? cause : new ServerError({ cause, details: 'The wallet list could not be loaded.' })
  } finally {
    attempt.end()
  }
}
