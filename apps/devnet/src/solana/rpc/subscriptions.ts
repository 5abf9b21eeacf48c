import type { SolanaChain } from '../chain/chain.js'
import { blocksToFinality } from '../chain/slots.js'
import { toAccountJson } from '../json/accounts.js'
import { type Methods, toAddress, toConfig, withContext } from './params.js'

export type Subscriptions = {
  /** Methods of a connection. */
  readonly methods: Methods
  /** Notifies the connection of changes. */
  readonly flush: () => void
}

type Subscription = {
  readonly name: string
  /** The notification, if there is one. */
  readonly next: () => unknown
  /** Whether it ends after a notification. */
  readonly isOnce: boolean
}

/** Creates the subscriptions of a WebSocket connection: signatures, accounts and slots. */
export function createSubscriptions(chain: SolanaChain, send: (text: string) => void): Subscriptions {
  const running = new Map<number, Subscription>()
  let last = 0
  const flush = (): void => {
    for (const [id, { name, next, isOnce }] of running) {
      const result = next()
      if (result === undefined) continue
      if (isOnce) running.delete(id)
      send(JSON.stringify({ jsonrpc: '2.0', method: `${name}Notification`, params: { subscription: id, result } }))
    }
  }
  const add = (subscription: Subscription): number => {
    last += 1
    running.set(last, subscription)
    // after the response with the subscription id
    setImmediate(flush)
    return last
  }
  const remove = (id: unknown): boolean => running.delete(Number(id))
  return {
    flush,
    methods: {
      signatureSubscribe: (signature, options) =>
        add({ name: 'signature', isOnce: true, next: followSignature(chain, signature, options) }),
      accountSubscribe: (key, options) =>
        add({ name: 'account', isOnce: false, next: followAccount(chain, key, options) }),
      slotSubscribe: () => add({ name: 'slot', isOnce: false, next: followSlots(chain) }),
      signatureUnsubscribe: remove,
      accountUnsubscribe: remove,
      slotUnsubscribe: remove,
    },
  }
}

function followSignature(chain: SolanaChain, signature: unknown, options: unknown): () => unknown {
  const isFinal = (toConfig(chain, options)['commitment'] ?? 'finalized') === 'finalized'
  return () => {
    const found = chain.landed.get(String(signature))
    if (!found || (isFinal && chain.slot() - found.slot < blocksToFinality)) return undefined
    return withContext(chain, { err: found.err })
  }
}

function followAccount(chain: SolanaChain, key: unknown, options: unknown): () => unknown {
  const owner = toAddress(key)
  const format = toConfig(chain, options)
  const read = (): object | null => {
    const account = chain.svm.getAccount(owner)
    return account.exists ? toAccountJson(chain.svm, account, format) : null
  }
  let last = JSON.stringify(read())
  return () => {
    const now = read()
    const text = JSON.stringify(now)
    if (text === last) return undefined
    last = text
    return withContext(chain, now)
  }
}

function followSlots(chain: SolanaChain): () => unknown {
  let last = chain.slot()
  return () => {
    const slot = chain.slot()
    if (slot === last) return undefined
    last = slot
    return { slot, parent: slot - 1, root: slot - blocksToFinality }
  }
}
