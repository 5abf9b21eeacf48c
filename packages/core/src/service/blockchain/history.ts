import type { Modal } from '../../modal/modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import { callBlockchain, toPathPart } from './client.js'
import {
  amount,
  caipNetworkId,
  decimal,
  flag,
  imageUrl,
  may,
  need,
  number,
  type Parse,
  record,
  rowsOf,
  text,
} from './fields.js'
import type { HistoryPage, HistoryTransaction, HistoryTransfer } from './types.js'

const statuses = ['confirmed', 'failed', 'pending'] as const

const directions = ['in', 'out', 'self'] as const

const oneOf =
  <value extends string>(values: readonly value[]): Parse<value> =>
  (value) =>
    values.find((known) => known === value) ?? null

const date: Parse<string> = (value) => (typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null)

type FetchHistoryRequest = {
  /** The account's address. */
  readonly account: string
  readonly caipNetworkId: CaipNetworkId
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
  readonly signal: AbortSignal
}

/** Fetches one page of an account's transactions, newest first: `GET /v1/account/{account}/history` [S7.4, S7.26]. */
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

/** Parses one transaction. Throws `INVALID_REPLY`. */
function toHistoryTransaction(modal: Modal, row: unknown): HistoryTransaction {
  const metadata = need(row, 'metadata', record)
  const nonce = may(metadata, 'nonce', amount)
  return {
    id: need(row, 'id', text),
    metadata: {
      operationType: need(metadata, 'operationType', text),
      hash: need(metadata, 'hash', text),
      chain: need(metadata, 'chain', caipNetworkId),
      minedAt: need(metadata, 'minedAt', date),
      sentFrom: may(metadata, 'sentFrom', text) ?? '',
      sentTo: may(metadata, 'sentTo', text) ?? '',
      status: need(metadata, 'status', oneOf(statuses)),
      nonce: nonce === undefined ? undefined : Number(nonce),
    },
    transfers:
      may(
        row,
        'transfers',
        rowsOf((one) => toTransfer(modal, one)),
      ) ?? [],
  }
}

function toTransfer(modal: Modal, row: unknown): HistoryTransfer {
  const fungible = may(row, 'fungible_info', record)
  const nft = may(row, 'nft_info', record)
  return {
    direction: need(row, 'direction', oneOf(directions)),
    quantity: { numeric: need(isRecord(row) ? row['quantity'] : undefined, 'numeric', decimal) },
    fungible_info: fungible && {
      name: may(fungible, 'name', text),
      symbol: may(fungible, 'symbol', text),
      icon: toUrl(modal, fungible['icon']),
    },
    nft_info: nft && {
      name: may(nft, 'name', text),
      content: { preview: toUrl(modal, may(nft, 'content', record)?.['preview']) },
      flags: { is_spam: may(nft['flags'], 'is_spam', flag) },
    },
    value: may(row, 'value', number),
    price: may(row, 'price', number),
  }
}

function toUrl(modal: Modal, value: unknown): { readonly url: string } | undefined {
  const url = may(value, 'url', imageUrl(modal))
  return url === undefined ? undefined : { url }
}
