import type { Receipt } from './block.js'
import type { InternalTransfer } from './internalTransfer.js'
import type { Rows } from './rows.js'

/** `Transfer(address,address,uint256)` of ERC-20 and ERC-721. */
const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const ether = { token: null, token_id: null }

export type Moved = Pick<Rows['transfers'][number], 'place' | 'token' | 'token_id' | 'sender' | 'recipient' | 'amount'>

export type ToTransfersOptions = {
  readonly sender: string
  readonly recipient: string | null
  readonly value: bigint
  readonly logs: Receipt['logs']
  /** Where it was read. */
  readonly internal?: readonly InternalTransfer[] | undefined
}

/** Places from here on are those of ether that contracts sent: there are never so many logs. */
const firstInternal = 1_000_000_000

/**
 * What a confirmed transaction moved: its value, what tokens say, and what contracts sent. Other events, and those that only look
 * like it, say nothing.
 */
export function toTransfers({ sender, recipient, value, logs, internal = [] }: ToTransfersOptions): readonly Moved[] {
  const native =
    value > 0n && recipient !== null ? [{ ...ether, place: 0, sender, recipient, amount: value.toString() }] : []
  const sent = internal.map(({ value: amount, ...parties }, index) => {
    return { ...ether, ...parties, place: firstInternal + index, amount: amount.toString() }
  })
  return [...native, ...logs.flatMap(toTransfer), ...sent]
}

function toTransfer({ address, topics, data, logIndex }: Receipt['logs'][number]): readonly Moved[] {
  const [kind, from, to, id] = topics
  if (kind !== topic || from === undefined || to === undefined || !isAccount(from) || !isAccount(to)) return []
  const parties = { place: logIndex + 1, token: address, sender: toAccount(from), recipient: toAccount(to) }
  if (id !== undefined && data === '0x') return [{ ...parties, token_id: BigInt(id).toString(), amount: '1' }]
  if (id !== undefined || data.length !== 66) return []
  const amount = BigInt(data)
  // sending nothing costs nothing and is only done to be seen
  return amount === 0n ? [] : [{ ...parties, token_id: null, amount: amount.toString() }]
}

function isAccount(word: string): boolean {
  return word.startsWith(`0x${'0'.repeat(24)}`)
}

function toAccount(word: string): string {
  return `0x${word.slice(26)}`
}
