import type { Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { askWalletList } from './askWalletList.js'
import { getWalletListing } from './getWalletListing.js'
import type { WalletListing } from './state.js'

export type FetchWalletListingRequest = { readonly walletId: string; readonly signal?: AbortSignal | undefined }

/**
 * A wallet by its id, at once where it is known, else from the list; undefined where there is none. Throws what the list
 * throws: `RATE_LIMITED`, `SERVER_ERROR`, `HTTP_STATUS`, `TIMED_OUT` or `ABORTED`.
 */
export async function fetchWalletListing(
  modal: Modal,
  { walletId, signal }: FetchWalletListingRequest,
): Promise<WalletListing | undefined> {
  assertStarted(modal)
  const known = getWalletListing(modal, walletId)
  if (known) return known
  const { data } = await askWalletList(modal, { page: 1, entries: 1, include: [walletId], signal })
  return data.find(({ id }) => id === walletId)
}
