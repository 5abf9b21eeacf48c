import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { may, need, rowsOf, text } from './fields.js'
import { toHistoryTransaction } from './toHistoryTransaction.js'
import { toPathPart } from './toPathPart.js'
import type { HistoryPage } from './types.js'

export type FetchHistoryRequest = {
  /** Its address. */
  readonly account: string
  readonly caipNetworkId: CaipNetworkId
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  readonly signal: AbortSignal
}

/** One page of an account's transactions, newest first: `GET /v1/account/{account}/history` [S7.4, S7.26]. */
export async function fetchHistory(
  modal: Modal,
  { account, caipNetworkId, cursor, signal }: FetchHistoryRequest,
): Promise<HistoryPage> {
  const path = `/v1/account/${toPathPart(account)}/history`
  const reply = await callBlockchain(modal, { path, params: { chainId: caipNetworkId, cursor }, signal })
  return {
    data: need(
      reply,
      'data',
      rowsOf((row) => toHistoryTransaction(modal, row)),
    ),
    next: may(reply, 'next', text),
  }
}
