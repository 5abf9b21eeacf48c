import type { Modal } from '../../modal.js'
import { type FetchHoldingsRequest, fetchHoldings } from './fetchHoldings.js'
import { toHoldings } from './toHoldings.js'
import type { Holdings } from './types.js'

/** What an address holds, asked of the service now [S7.12]. Throws as `callBlockchain` does. */
export async function fetchTokenBalances(modal: Modal, request: FetchHoldingsRequest): Promise<Holdings> {
  return toHoldings(modal, await fetchHoldings(modal, request))
}
