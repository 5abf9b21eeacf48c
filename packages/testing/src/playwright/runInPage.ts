import type { Arrival, PageReply, PageRequest, RemoteObject, RemoteTree } from './remoteObject.js'
import type { decodeValue, encodeValue } from './values.js'

export type PageTools = {
  readonly name: string
  readonly encode: typeof encodeValue
  readonly decode: typeof decodeValue
}

/** The page's side of the bridge. */
export type PageBridge = {
  readonly add: (arrival: Arrival) => void
  readonly emit: (id: number, path: readonly string[], event: string, args: unknown, accounts: unknown) => void
}

/**
 * Creates the page's side, once per document: objects whose methods call those of the test. Must be self-contained, because its
 * source text is injected into pages.
 */
export function runInPage({ name, encode, decode }: PageTools): PageBridge {
  const page = globalThis as unknown as Record<string, unknown>
  const known = page[`${name}Page`] as PageBridge | undefined
  if (known) return known
  const ask = (request: PageRequest): Promise<PageReply> =>
    (page[name] as (request: PageRequest) => Promise<PageReply>)(request)
  type Listener = (...args: readonly unknown[]) => void
  const listeners = new Map<string, Set<Listener>>()
  const accounts = new Map<number, unknown>()
  const toKey = (id: number, path: readonly string[], event: string): string => JSON.stringify([id, path, event])

  const call = async (id: number, path: readonly string[], args: readonly unknown[]): Promise<unknown> => {
    const reply = await ask({ kind: 'call', id, path, args: encode(args) })
    if (reply.accounts !== undefined) accounts.set(id, decode(reply.accounts))
    if ('thrown' in reply) throw decode(reply.thrown)
    return decode(reply.result)
  }
  const listen = (id: number, path: readonly string[], event: string, listener: Listener): (() => void) => {
    const key = toKey(id, path, event)
    const all = listeners.get(key) ?? new Set<Listener>()
    if (!listeners.has(key)) void ask({ kind: 'listen', id, path, event })
    listeners.set(key, all.add(listener))
    return () => void all.delete(listener)
  }
  const toMethod = (id: number, path: readonly string[], method: string): unknown => {
    if (method === 'on' || method === 'addListener') {
      return (event: string, listener: Listener) => listen(id, path, event, listener)
    }
    if (method === 'removeListener') {
      return (event: string, listener: Listener) => void listeners.get(toKey(id, path, event))?.delete(listener)
    }
    return (...args: readonly unknown[]) => call(id, [...path, method], args)
  }
  const build = (id: number, tree: RemoteTree, path: readonly string[]): unknown => {
    if (tree.kind === 'value') return decode(tree.value)
    if (tree.kind === 'method') return toMethod(id, path.slice(0, -1), path.at(-1) ?? '')
    const built: Record<string, unknown> = {}
    for (const [field, part] of Object.entries(tree.fields)) {
      if (field === 'accounts' && part.kind === 'value') {
        // reads the current accounts, as a new document would
        Object.defineProperty(built, field, { enumerable: true, get: () => accounts.get(id) ?? [] })
      } else built[field] = build(id, part, [...path, field])
    }
    return built
  }
  const make = ({ id, tree }: RemoteObject): object => build(id, tree, []) as object

  const announce = (info: unknown, provider: unknown): void => {
    const detail = Object.freeze({ info: decode(info), provider })
    const announceAgain = (): void => void dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    addEventListener('eip6963:requestProvider', announceAgain)
    announceAgain()
  }
  const register = (wallet: unknown): void => {
    const enter = (api: { readonly register: (wallet: unknown) => void }): void => api.register(wallet)
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: enter }))
    addEventListener('wallet-standard:app-ready', (event) => enter((event as CustomEvent).detail))
  }
  const bridge: PageBridge = {
    add(arrival) {
      if (arrival.kind === 'announce') announce(arrival.info, make(arrival.object))
      if (arrival.kind === 'register') register(make(arrival.object))
      if (arrival.kind === 'place') {
        const { name: at } = arrival
        const object = make(arrival.object)
        // several wallets may share a window property, each with its own part
        page[at] = typeof page[at] === 'object' ? Object.assign(page[at] as object, object) : object
      }
      if (arrival.kind === 'list') {
        page[arrival.name] = [
          ...((page[arrival.name] as unknown[] | undefined) ?? []),
          ...(decode(arrival.rows) as unknown[]),
        ]
      }
    },
    emit(id, path, event, args, now) {
      if (now !== undefined) accounts.set(id, decode(now))
      for (const listener of [...(listeners.get(toKey(id, path, event)) ?? [])]) {
        try {
          listener(...(decode(args) as unknown[]))
        } catch {
          // wallets ignore errors of the page
        }
      }
    },
  }
  Object.defineProperty(page, `${name}Page`, { value: bridge })
  return bridge
}
