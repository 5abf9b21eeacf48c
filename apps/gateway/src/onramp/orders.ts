import type { Database } from '@latchkey/server-kit/database'
import { formatUnits } from 'viem'
import type { AdminOrders } from '../api/admin.js'
import type { OrderEvent, OrderStatus } from '../api/onramp.js'

/** A purchase, as passed to the provider. */
export type Order = {
  readonly id: string
  /** CAIP-2. */
  readonly network: string
  /** The recipient. */
  readonly address: string
  /** Contract; undefined for the native currency. */
  readonly token?: string | undefined
  readonly symbol: string
  readonly decimals: number
  /** Atomic units. */
  readonly amount: string
  /** The user's payment; the amount is a decimal number. */
  readonly payment: { readonly amount: string; readonly currency: string }
  /** Milliseconds since the epoch until which it can be paid. */
  readonly expires: number
}

type OrderState = { readonly status: OrderStatus; readonly hash?: string | undefined }

export type OrderStore = {
  readonly add: (
    order: Order,
    from: { readonly provider: string; readonly project: string; readonly now: number },
  ) => Promise<void>
  readonly find: (id: string) => Promise<OrderState | undefined>
  /** Applies a provider's report; a repeated one changes nothing. False if the provider has no such order. */
  readonly report: (event: OrderEvent, from: { readonly provider: string; readonly now: number }) => Promise<boolean>
  /** Lists orders for operators, newest first. */
  readonly list: (page: OrderPage) => Promise<AdminOrders>
}

type OrderPage = {
  readonly state?: OrderStatus | undefined
  readonly project?: string | undefined
  /** `next` of the page before. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Milliseconds for which reports are kept, longer than they are valid, and unpaid orders: a bank transfer may take ten working days. */
const retention = { report: 86_400_000, unpaidOrder: 14 * 86_400_000 } as const

const insert = `INSERT INTO onramp_orders
  (id, provider, project, network, address, details, status, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'created', $7, $7)`

/** A batch at a time, so that no request waits for it. */
const removeUnpaid = `DELETE FROM onramp_orders WHERE id = ANY (ARRAY(
  SELECT id FROM onramp_orders WHERE status = 'created' AND created_at <= $1
  ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED))`

/** The status of an order only moves forward. */
const update = `UPDATE onramp_orders SET status = $3, hash = coalesce($4, hash), updated_at = $5
  WHERE id = $1 AND provider = $2 AND (status = 'created' OR (status = 'paid' AND $3 <> 'paid'))`

/** Stores orders in PostgreSQL, and the providers' reports about them. */
export function createOrderStore({ query, inTransaction }: Database): OrderStore {
  return {
    async add(order, { provider, project, now }) {
      const { id, network, address } = order
      await query(removeUnpaid, [now - retention.unpaidOrder])
      await query(insert, [id, provider, project, network, address, JSON.stringify(order), now])
    },
    async find(id) {
      const [row] = await query<{ status: OrderStatus; hash: string | null }>(
        'SELECT status, hash FROM onramp_orders WHERE id = $1',
        [id],
      )
      return row && { status: row.status, hash: row.hash ?? undefined }
    },
    report: ({ id, order, status, hash }, { provider, now }) =>
      inTransaction(async ({ query }) => {
        const own = 'SELECT 1 FROM onramp_orders WHERE id = $1 AND provider = $2 FOR UPDATE'
        if ((await query(own, [order, provider])).length !== 1) return false
        const once = `INSERT INTO onramp_events (provider, id, valid_until) VALUES ($1, $2, $3)
          ON CONFLICT DO NOTHING RETURNING 1`
        const isNew = (await query(once, [provider, id, now + retention.report])).length === 1
        if (isNew) await query(update, [order, provider, status, hash ?? null, now])
        return true
      }),
    async list({ state, project, before, limit }) {
      const [time = null, ...id] = before?.split('.') ?? []
      const rows = await query<OrderRow>(select, [state ?? null, project ?? null, time, id.join('.'), limit + 1])
      const last = rows[limit - 1]
      return {
        orders: rows.slice(0, limit).map(toAdminOrder),
        next: last && rows.length > limit ? `${last.created_at}.${last.id}` : null,
      }
    },
  }
}

const select = `SELECT id, provider, project, network, address, details, status, hash, created_at, updated_at
  FROM onramp_orders WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR project = $2)
    AND ($3::bigint IS NULL OR (created_at, id) < ($3, $4)) ORDER BY created_at DESC, id DESC LIMIT $5`

type OrderRow = {
  readonly id: string
  readonly provider: string
  readonly project: string
  readonly network: string
  readonly address: string
  /** An {@link Order}. */
  readonly details: string
  readonly status: OrderStatus
  readonly hash: string | null
  readonly created_at: string
  readonly updated_at: string
}

function toAdminOrder(row: OrderRow): AdminOrders['orders'][number] {
  const { symbol, decimals, amount, payment } = JSON.parse(row.details) as Order
  return {
    id: row.id,
    provider: row.provider,
    project: row.project,
    chain: row.network,
    address: row.address,
    symbol,
    amount: formatUnits(BigInt(amount), decimals),
    payment,
    state: row.status,
    hash: row.hash,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  }
}
