import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Order } from '../onramp/orders.js'

/** The state of an order's delivery. */
export type Delivery = {
  readonly order: Order
  /**
   * `paid`: nothing was sent yet. `sending`: something may have been sent; it is never created again. `funded` and `failed` are
   * final.
   */
  readonly status: 'paid' | 'sending' | 'funded' | 'failed'
  /** The signed transaction, if it can be resent. */
  readonly raw?: string | undefined
  readonly hash?: string | undefined
  /** Whether the gateway has received the final report. */
  readonly isTold: boolean
}

/** Deliveries that have to survive the process, so that nothing is delivered twice. */
export type Journal = {
  /** Creates the delivery; false if it exists already. */
  readonly claim: (delivery: Delivery) => Promise<boolean>
  readonly write: (delivery: Delivery) => Promise<void>
  readonly read: (id: string) => Promise<Delivery | undefined>
  readonly list: () => Promise<readonly Delivery[]>
}

/** Stores one file per order. Files are written atomically and synced before a call resolves. */
export async function createFileJournal(folder: string): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const toFile = (id: string): string => {
    // the signed order was validated, but the id becomes a path here
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new TypeError('Invalid order id.')
    return join(folder, `${id}.json`)
  }
  const read = async (id: string): Promise<Delivery | undefined> => {
    try {
      return JSON.parse(await readFile(toFile(id), 'utf8')) as Delivery
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw cause
    }
  }
  return {
    read,
    async claim(delivery) {
      try {
        await writeDelivery(toFile(delivery.order.id), delivery, 'wx')
        return true
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
        throw cause
      }
    },
    async write(delivery) {
      const file = toFile(delivery.order.id)
      await writeDelivery(`${file}.new`, delivery, 'w')
      await rename(`${file}.new`, file)
    },
    async list() {
      const ids = (await readdir(folder)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
      return (await Promise.all(ids.map(read))).filter((delivery) => delivery !== undefined)
    },
  }
}

async function writeDelivery(file: string, delivery: Delivery, flag: 'w' | 'wx'): Promise<void> {
  const handle = await open(file, flag, 0o600)
  try {
    await handle.writeFile(JSON.stringify(delivery))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Keeps deliveries in memory, for a sandbox that may forget them. */
export function createMemoryJournal(): Journal {
  const deliveries = new Map<string, Delivery>()
  return {
    async claim(delivery) {
      if (deliveries.has(delivery.order.id)) return false
      deliveries.set(delivery.order.id, delivery)
      return true
    },
    async write(delivery) {
      deliveries.set(delivery.order.id, delivery)
    },
    read: async (id) => deliveries.get(id),
    list: async () => [...deliveries.values()],
  }
}
