import type { InternalTransfer, Receipt } from './block.js'
import type { FullBlock } from './readBlocks.js'

/** Rows to insert, by table. Amounts are decimal strings. */
export type Rows = {
  readonly blocks: { readonly height: number; readonly hash: string }[]
  readonly transactions: {
    readonly height: number
    readonly position: number
    readonly hash: string
    readonly sender: string
    readonly recipient: string | null
    readonly nonce: string
    /** Four bytes in hex, empty for a plain transfer. */
    readonly method: string
    readonly is_confirmed: boolean
    /** Milliseconds. */
    readonly mined_at: number
  }[]
  readonly transfers: {
    readonly height: number
    readonly position: number
    /** 0 for the transaction's value, the log index plus one for tokens, and `firstInternalPlace` on for internal transfers. */
    readonly place: number
    readonly token: string | null
    readonly token_id: string | null
    readonly sender: string
    readonly recipient: string
    readonly amount: string
  }[]
  readonly activity: {
    readonly account: string
    readonly mined_at: number
    readonly height: number
    readonly position: number
  }[]
  readonly holdings: { readonly account: string; readonly token: string; readonly token_id: string }[]
}

const zeroAddress = `0x${'0'.repeat(40)}`

/** Converts a block to rows: its transactions, their transfers and participants. A failed transaction transfers nothing. */
export function toRows({ number: height, hash, timestamp, transactions, receipts, internal }: FullBlock): Rows {
  const rows: Rows = { blocks: [{ height, hash }], transactions: [], transfers: [], activity: [], holdings: [] }
  const mined_at = timestamp * 1_000
  for (const [position, transaction] of transactions.entries()) {
    const receipt = receipts[position]
    if (!receipt) throw new Error(`Missing receipt of ${transaction.hash}.`)
    const { from: sender, input, nonce } = transaction
    const recipient = transaction.to ?? receipt.contractAddress ?? null
    const is_confirmed = receipt.status !== '0x0'
    const method = input.length >= 10 ? input.slice(0, 10).toLowerCase() : ''
    const own = { height, position }
    rows.transactions.push({
      ...own,
      hash: transaction.hash,
      sender,
      recipient: transaction.to ?? null,
      nonce: nonce.toString(),
      method,
      is_confirmed,
      mined_at,
    })
    const did = { sender, recipient, value: transaction.value, logs: receipt.logs, internal: internal?.[position] }
    const moved = is_confirmed ? toTransfers(did) : []
    for (const one of moved) {
      rows.transfers.push({ ...own, ...one })
      if (one.token !== null && one.recipient !== zeroAddress)
        rows.holdings.push({ account: one.recipient, token: one.token, token_id: one.token_id ?? '-1' })
    }
    const people = [sender, ...moved.flatMap((one) => [one.sender, one.recipient])]
    // the recipient of a plain transaction takes part even without value; a called contract does not
    if (recipient !== null && method === '') people.push(recipient)
    for (const account of new Set(people))
      if (account !== zeroAddress) rows.activity.push({ account, mined_at, ...own })
  }
  return rows
}

/** `Transfer(address,address,uint256)` of ERC-20 and ERC-721. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const nativeToken = { token: null, token_id: null }

type Moved = Pick<Rows['transfers'][number], 'place' | 'token' | 'token_id' | 'sender' | 'recipient' | 'amount'>

type ToTransfersOptions = {
  readonly sender: string
  readonly recipient: string | null
  readonly value: bigint
  readonly logs: Receipt['logs']
  /** If traces are configured. */
  readonly internal?: readonly InternalTransfer[] | undefined
}

/** Places of internal transfers start here: no block has that many logs. */
const firstInternalPlace = 1_000_000_000

/**
 * Lists the transfers of a confirmed transaction: its value, token transfers, and transfers by contracts. Ignores other events and
 * lookalikes.
 */
export function toTransfers({ sender, recipient, value, logs, internal = [] }: ToTransfersOptions): readonly Moved[] {
  const native =
    value > 0n && recipient !== null ? [{ ...nativeToken, place: 0, sender, recipient, amount: value.toString() }] : []
  const sent = internal.map(({ value: amount, ...parties }, index) => {
    return { ...nativeToken, ...parties, place: firstInternalPlace + index, amount: amount.toString() }
  })
  return [...native, ...logs.flatMap(toTransfer), ...sent]
}

function toTransfer({ address, topics, data, logIndex }: Receipt['logs'][number]): readonly Moved[] {
  const [kind, from, to, id] = topics
  if (kind !== transferTopic || from === undefined || to === undefined || !isAccount(from) || !isAccount(to)) return []
  const parties = { place: logIndex + 1, token: address, sender: toAccount(from), recipient: toAccount(to) }
  if (id !== undefined && data === '0x') return [{ ...parties, token_id: BigInt(id).toString(), amount: '1' }]
  if (id !== undefined || data.length !== 66) return []
  const amount = BigInt(data)
  // transfers of zero are free, and only made as spam
  return amount === 0n ? [] : [{ ...parties, token_id: null, amount: amount.toString() }]
}

function isAccount(word: string): boolean {
  return word.startsWith(`0x${'0'.repeat(24)}`)
}

function toAccount(word: string): string {
  return `0x${word.slice(26)}`
}
