import type { Database } from '@latchkey/server-kit/database'
import { z } from 'zod'
import { GatewayError } from '../errors.js'

export type ActivityTransfer = {
  readonly token: string | null
  /** ERC-721 token id, decimal. */
  readonly token_id: string | null
  readonly sender: string
  readonly recipient: string
  /** Atomic units, decimal. */
  readonly amount: string
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
}

export type Activity = {
  readonly chain: string
  readonly height: string
  readonly position: number
  /** Milliseconds. */
  readonly mined_at: string
  readonly hash: string
  readonly sender: string
  readonly recipient: string | null
  readonly nonce: string
  readonly method: string
  readonly is_confirmed: boolean
  /** Transfers of the account only. */
  readonly transfers: readonly ActivityTransfer[]
}

type ReadActivityOptions = {
  /** Lowercase. */
  readonly account: string
  /** At least one. */
  readonly chains: readonly string[]
  readonly after: Cursor | undefined
  /** A constant of the caller, as each limit makes a separate prepared statement. */
  readonly limit: number
}

/** Transfers per transaction. */
const maxTransfers = 50

/** A transaction with one of its transfers. Without any, the columns of the transfer are null. */
type ActivityRow = Omit<Activity, 'transfers'> &
  Omit<ActivityTransfer, 'sender' | 'recipient'> & {
    /** Position in the block. */
    readonly place: number | null
    readonly source: string
    readonly target: string
  }

/** Reads a page of an account's transactions, newest first. Keyset pagination keeps late pages as fast as the first. */
export async function readActivity(
  { query }: Database,
  { account, chains, after, limit }: ReadActivityOptions,
): Promise<readonly Activity[]> {
  const [only] = chains.length === 1 ? chains : []
  const values: unknown[] = [account, only ?? chains]
  const columns = only === undefined ? 'mined_at, chain, height, position' : 'mined_at, height, position'
  const order = columns.replaceAll(/(?=,|$)/g, ' DESC')
  let behind = ''
  if (after) {
    const { minedAt, chain, height, position } = after
    values.push(minedAt, height, position, ...(only === undefined ? [chain] : []))
    behind = only === undefined ? `AND (${columns}) < ($3, $6, $4, $5)` : `AND (${columns}) < ($3, $4, $5)`
  }
  // with the limit as a parameter, PostgreSQL would expect many rows, and plan every execution again
  const page = `SELECT mined_at, chain, height, position FROM chain_activity
    WHERE account = $1 AND chain = ${only === undefined ? 'ANY($2)' : '$2'} ${behind} ORDER BY ${order} LIMIT ${limit}`
  const transfers = `SELECT one.place, one.token, one.token_id::text, one.sender AS source, one.recipient AS target,
      one.amount::text, known.name, known.symbol, known.decimals
    FROM chain_transfers AS one
    LEFT JOIN chain_tokens AS known ON known.chain = one.chain AND known.address = one.token
    WHERE one.chain = page.chain AND one.height = page.height AND one.position = page.position
      AND (one.sender = $1 OR one.recipient = $1)
    ORDER BY one.place LIMIT ${maxTransfers}`
  const rows = await query<ActivityRow>(
    `SELECT page.chain, page.height, page.position, page.mined_at, done.hash, done.sender, done.recipient, done.nonce,
       done.method, done.is_confirmed, moved.*
     FROM (${page}) AS page JOIN chain_transactions AS done USING (chain, height, position)
     LEFT JOIN LATERAL (${transfers}) AS moved ON true
     ORDER BY ${order.replaceAll(/\b(?=(?:mined_at|chain|height|position)\b)/g, 'page.')}, moved.place`,
    values,
    `activity-${limit}-${only === undefined ? 'all' : 'one'}-${after ? 'behind' : 'first'}`,
  )
  return groupRows(rows)
}

/** Collects the transfers of each transaction, whose rows follow one another. */
function groupRows(rows: readonly ActivityRow[]): readonly Activity[] {
  const activities: (Activity & { readonly transfers: ActivityTransfer[] })[] = []
  for (const row of rows) {
    let current = activities.at(-1)
    if (!current || current.hash !== row.hash || current.chain !== row.chain) {
      const { chain, height, position, mined_at, hash, sender, recipient, nonce, method, is_confirmed } = row
      const transaction = { chain, height, position, mined_at, hash, sender, recipient, nonce, method, is_confirmed }
      current = { ...transaction, transfers: [] }
      activities.push(current)
    }
    const { place, token, token_id, source: sender, target: recipient, amount, name, symbol, decimals } = row
    if (place === null) continue
    current.transfers.push({ token, token_id, sender, recipient, amount, name, symbol, decimals })
  }
  return activities
}

/** The end of a page; the next one starts after it. */
export type Cursor = {
  /** Milliseconds. */
  readonly minedAt: number
  readonly chain: string
  readonly height: number
  readonly position: number
}

const wholeNumber = z.int().min(0)

/** PostgreSQL's `integer`. */
const position = z.int().min(0).max(2_147_483_647)

const cursorSchema = z.tuple([wholeNumber, z.string().regex(/^[\w:-]{1,64}$/), wholeNumber, position])

export function toCursor({ minedAt, chain, height, position }: Cursor): string {
  return Buffer.from(JSON.stringify([minedAt, chain, height, position])).toString('base64url')
}

/** Throws 400 for an invalid cursor. */
export function parseCursor(text: string): Cursor {
  try {
    const [minedAt, chain, height, position] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { minedAt, chain, height, position }
  } catch (cause) {
    throw new GatewayError('cursor: is invalid.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}
