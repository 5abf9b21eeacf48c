import { assertCaipAddress } from '../../errors/network.js'
import type { Modal } from '../../modal/modal.js'
import type { CaipAddress, CaipNetworkId } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import { callBlockchain, toPathPart } from './client.js'
import {
  amount,
  caipAddress,
  caipNetworkId,
  decimal,
  flag,
  imageUrl,
  isNativeToken,
  number,
  optional,
  type Parse,
  record,
  required,
  rowsOf,
  text,
} from './fields.js'
import type { HistoryPage, HistoryTransaction, HistoryTransfer, Token } from './types.js'

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
    data: required(
      reply,
      'data',
      rowsOf((row) => toHistoryTransaction(modal, row)),
    ),
    next: optional(reply, 'next', text),
  }
}

/** Parses one transaction. Throws `INVALID_REPLY`. */
function toHistoryTransaction(modal: Modal, row: unknown): HistoryTransaction {
  const metadata = required(row, 'metadata', record)
  const nonce = optional(metadata, 'nonce', amount)
  return {
    id: required(row, 'id', text),
    metadata: {
      operationType: required(metadata, 'operationType', text),
      hash: required(metadata, 'hash', text),
      chain: required(metadata, 'chain', caipNetworkId),
      minedAt: required(metadata, 'minedAt', date),
      sentFrom: optional(metadata, 'sentFrom', text) ?? '',
      sentTo: optional(metadata, 'sentTo', text) ?? '',
      status: required(metadata, 'status', oneOf(statuses)),
      nonce: nonce === undefined ? undefined : Number(nonce),
    },
    transfers:
      optional(
        row,
        'transfers',
        rowsOf((one) => toTransfer(modal, one)),
      ) ?? [],
  }
}

function toTransfer(modal: Modal, row: unknown): HistoryTransfer {
  const fungible = optional(row, 'fungible_info', record)
  const nft = optional(row, 'nft_info', record)
  return {
    direction: required(row, 'direction', oneOf(directions)),
    quantity: { numeric: required(isRecord(row) ? row['quantity'] : undefined, 'numeric', decimal) },
    fungible_info: fungible && {
      name: optional(fungible, 'name', text),
      symbol: optional(fungible, 'symbol', text),
      token: toTokenId(optional(fungible, 'address', caipAddress)),
      icon: toUrl(modal, fungible['icon']),
    },
    nft_info: nft && {
      name: optional(nft, 'name', text),
      content: { preview: toUrl(modal, optional(nft, 'content', record)?.['preview']) },
      flags: { is_spam: optional(nft['flags'], 'is_spam', flag) },
    },
    value: optional(row, 'value', number),
    price: optional(row, 'price', number),
  }
}

function toTokenId(address: CaipAddress | undefined): Pick<Token, 'caipNetworkId' | 'address'> | undefined {
  if (address === undefined) return undefined
  const { namespace, reference, address: contract } = assertCaipAddress(address)
  return { caipNetworkId: `${namespace}:${reference}`, address: isNativeToken(contract) ? undefined : contract }
}

function toUrl(modal: Modal, value: unknown): { readonly url: string } | undefined {
  const url = optional(value, 'url', imageUrl(modal))
  return url === undefined ? undefined : { url }
}
