import type { Database } from '@latchkey/server-kit/database'
import { z } from 'zod'
import { GatewayError } from '../errors.js'

export type ActivityTransfer = {
  /** Position in the block, for ordering. */
  readonly place: number
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
  readonly limit: number
}

/** Transfers per transaction. */
const maxTransfers = 50

/** Reads a page of an account's transactions, newest first. Keyset pagination keeps late pages as fast as the first. */
export async function readActivity(
  { query }: Database,
  { account, chains, after, limit }: ReadActivityOptions,
): Promise<readonly Activity[]> {
  const [only] = chains.length === 1 ? chains : []
  const values: unknown[] = [account, limit, only ?? chains]
  const place = only === undefined ? 'mined_at, chain, height, position' : 'mined_at, height, position'
  const order = place.replaceAll(/(?=,|$)/g, ' DESC')
  let behind = ''
  if (after) {
    const { minedAt, chain, height, position } = after
    values.push(minedAt, height, position, ...(only === undefined ? [chain] : []))
    behind = only === undefined ? `AND (${place}) < ($4, $7, $5, $6)` : `AND (${place}) < ($4, $5, $6)`
  }
  const page = `SELECT mined_at, chain, height, position FROM chain_activity
    WHERE account = $1 AND chain = ${only === undefined ? 'ANY($3)' : '$3'} ${behind} ORDER BY ${order} LIMIT $2`
  const transfers = `SELECT coalesce(json_agg(moved ORDER BY moved.place), '[]') FROM (
      SELECT one.place, one.token, one.token_id::text, one.sender, one.recipient, one.amount::text,
        known.name, known.symbol, known.decimals
      FROM chain_transfers AS one
      LEFT JOIN chain_tokens AS known ON known.chain = one.chain AND known.address = one.token
      WHERE one.chain = page.chain AND one.height = page.height AND one.position = page.position
        AND (one.sender = $1 OR one.recipient = $1)
      ORDER BY one.place LIMIT ${maxTransfers}
    ) AS moved`
  return query<Activity>(
    `SELECT page.chain, page.height, page.position, page.mined_at, done.hash, done.sender, done.recipient, done.nonce,
       done.method, done.is_confirmed, (${transfers}) AS transfers
     FROM (${page}) AS page JOIN chain_transactions AS done USING (chain, height, position)
     ORDER BY ${order.replaceAll(/\b(?=(?:mined_at|chain|height|position)\b)/g, 'page.')}`,
    values,
    `activity-${only === undefined ? 'all' : 'one'}-${after ? 'behind' : 'first'}`,
  )
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
