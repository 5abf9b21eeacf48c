import type { Database } from '../database/database.js'

/** What was bought, as the provider is told of it. Times in milliseconds since the epoch. */
export type Order = {
  readonly id: string
  /** CAIP-2. */
  readonly network: string
  /** Who gets it. */
  readonly address: string
  /** Contract; undefined for the native currency. */
  readonly token?: string | undefined
  readonly symbol: string
  readonly decimals: number
  /** Atomic units. */
  readonly amount: string
  /** What is paid: decimal text. */
  readonly payment: { readonly amount: string; readonly currency: string }
  /** Until when it can be paid. */
  readonly expires: number
}

/** `paid` follows `created`; after `funded` and `failed` comes nothing. */
type OrderStatus = 'created' | 'paid' | 'funded' | 'failed'

/** What a provider reports of an order. */
export type OrderEvent = {
  /** The same for the same report, however often it is sent. */
  readonly id: string
  readonly order: string
  readonly status: Exclude<OrderStatus, 'created'>
  /** Of the transaction that brought it. */
  readonly hash?: string | undefined
}

type OrderState = { readonly status: OrderStatus; readonly hash?: string | undefined }

export type OrderStore = {
  readonly add: (
    order: Order,
    from: { readonly provider: string; readonly project: string; readonly now: number },
  ) => Promise<void>
  readonly find: (id: string) => Promise<OrderState | undefined>
  /** Takes a report of a provider; one that was taken before changes nothing. False where it has no such order. */
  readonly report: (event: OrderEvent, from: { readonly provider: string; readonly now: number }) => Promise<boolean>
}

/** Milliseconds that a report is remembered, and an order that nobody pays: longer than they are good. */
const orderRetention = 86_400_000

const insert = `INSERT INTO onramp_orders
  (id, provider, project, network, address, details, status, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'created', $7, $7)`

/** A little at a time, so that nobody waits for it. */
const removeUnpaid = `DELETE FROM onramp_orders WHERE id IN (
  SELECT id FROM onramp_orders WHERE status = 'created' AND created_at <= $1
  ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED)`

/** An order goes on and never back. */
const update = `UPDATE onramp_orders SET status = $3, hash = coalesce($4, hash), updated_at = $5
  WHERE id = $1 AND provider = $2 AND (status = 'created' OR (status = 'paid' AND $3 <> 'paid'))`

/** Orders in SQL, and what providers say of them. */
export function createOrderStore({ query, inTransaction }: Database): OrderStore {
  return {
    async add(order, { provider, project, now }) {
      const { id, network, address } = order
      await query(removeUnpaid, [now - orderRetention])
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
      inTransaction(async (client) => {
        const own = 'SELECT 1 FROM onramp_orders WHERE id = $1 AND provider = $2 FOR UPDATE'
        if ((await client.query(own, [order, provider])).rowCount !== 1) return false
        const once = 'INSERT INTO onramp_events (provider, id, valid_until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
        const { rowCount } = await client.query(once, [provider, id, now + orderRetention])
        if (rowCount === 1) await client.query(update, [order, provider, status, hash ?? null, now])
        return true
      }),
  }
}
