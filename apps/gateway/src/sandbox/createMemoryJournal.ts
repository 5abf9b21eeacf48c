import type { Delivery, Journal } from './journal.js'

/** For a sandbox whose orders may be forgotten with it. */
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
