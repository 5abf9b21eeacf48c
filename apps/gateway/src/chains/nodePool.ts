import { isLatchkeyError } from '@latchkey/core'
import { createEnv, pause } from '@latchkey/core/plugin'
import { createEndpointBook, type EndpointState } from '@latchkey/server-kit/endpoints'
import { GatewayError, limitExceeded, NodeError } from '../errors.js'
import { isTooLarge, withNodeDeadline } from '../http/upstream.js'
import { createNode, type Node } from './node.js'

export type NodeState = EndpointState & {
  /** Without path and query, which may be a key. */
  readonly host: string
  /** Whether the next request goes to it. */
  readonly isPreferred: boolean
}

type PinOptions = {
  /** Whether an error of the work means that another node should do it next time. */
  readonly isUnusable?: ((cause: unknown) => boolean) | undefined
}

/** The nodes of a chain. Each call goes to the first one that works; if that fails, to the next. */
export type NodePool = Node & {
  /**
   * Runs work with a single node, so that it never mixes data of two nodes. Throws if that node fails; the next call uses
   * another one. Its signal also aborts when a check finds that the node is down.
   */
  readonly pin: <value>(
    signal: AbortSignal,
    work: (node: Node, signal: AbortSignal) => Promise<value>,
    options?: PinOptions,
  ) => Promise<value>
  /** Checks all nodes. Resolves with why some can't be used. */
  readonly check: (signal: AbortSignal) => Promise<readonly unknown[]>
  /** Checks all nodes every few seconds until the gateway stops; not if there is only one. */
  readonly watch: (warn: (cause: unknown) => void) => void
  /** In the configured order. */
  readonly read: () => readonly NodeState[]
}

type CreateNodePoolOptions = {
  readonly urls: readonly string[]
  readonly caipNetworkId: string
  /** Blocks that a node may be behind the others. Default: 5, or 150 slots of Solana. */
  readonly maxLag?: number | undefined
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  /** Aborted when the gateway stops. */
  readonly ended: AbortSignal
}

/** Milliseconds: for a call while there is another node, for a check, and between checks. */
const times = { call: 3_000, check: 2_000, watch: 3_000 } as const

/** Creates the nodes of a chain. */
export function createNodePool({ urls, caipNetworkId, maxLag, fetch, now, ended }: CreateNodePoolOptions): NodePool {
  const env = createEnv({ fetch, now })
  const nodes = urls.map((url) => createNode({ url, caipNetworkId, fetch, now, ended }))
  const defaultLag = caipNetworkId.startsWith('solana:') ? 150 : 5
  const book = createEndpointBook({ count: nodes.length, maxLag: maxLag ?? defaultLag, now })
  /** Aborts pinned work when a check finds that its node is down. */
  const pinned = nodes.map(() => new Set<AbortController>())
  const getNode = (place: number): Node => {
    const node = nodes[place]
    if (node) return node
    throw new RangeError(`${caipNetworkId} has no node ${place}.`)
  }
  const fail = (place: number, cause: unknown): void =>
    book.fail(place, toReason(cause), isLatchkeyError(cause) && cause.code === 'RPC_CHAIN_MISMATCH')

  const attempt = async <value>(
    signal: AbortSignal,
    work: (node: Node, signal: AbortSignal) => Promise<value>,
    isRepeatable = true,
  ): Promise<value> => {
    const places = isRepeatable ? book.order() : book.order().slice(0, 1)
    let first: { readonly cause: unknown } | undefined
    for (const [index, place] of places.entries()) {
      const node = getNode(place)
      try {
        const isLast = index === places.length - 1
        const value = isLast
          ? await work(node, signal)
          : await withNodeDeadline({ signal, milliseconds: times.call }, (limited) => work(node, limited))
        book.succeed(place)
        return value
      } catch (cause) {
        if (signal.aborted) throw cause
        if (!isNodeFailure(cause)) {
          book.succeed(place)
          throw cause
        }
        fail(place, cause)
        first ??= { cause }
      }
    }
    throw first?.cause
  }

  const checkOne = async (place: number, signal: AbortSignal): Promise<unknown> => {
    try {
      const head = await withNodeDeadline({ signal, milliseconds: times.check }, getNode(place).readHead)
      book.succeed(place, head)
      return undefined
    } catch (cause) {
      if (signal.aborted) throw cause
      fail(place, cause)
      for (const controller of pinned[place] ?? []) controller.abort(cause)
      return cause
    }
  }
  const check = async (signal: AbortSignal, places = [...nodes.keys()]): Promise<readonly unknown[]> =>
    (await Promise.all(places.map((place) => checkOne(place, signal)))).filter((cause) => cause !== undefined)

  const watch = async (warn: (cause: unknown) => void): Promise<void> => {
    while (!ended.aborted) {
      const due = [...nodes.keys()].filter(book.isDue)
      const working = due.filter((place) => book.read(place).retryAt === null)
      const causes = await check(ended, working)
      for (const cause of causes) warn(cause)
      // a failure that lasts was reported when it began
      await check(
        ended,
        due.filter((place) => !working.includes(place)),
      )
      await pause(env, times.watch, ended)
    }
  }

  return {
    verify: (signal) => attempt(signal, (node, limited) => node.verify(limited)),
    call: ({ signal, ...call }) =>
      attempt(signal, (node, limited) => node.call({ ...call, signal: limited }), call.method !== 'requestAirdrop'),
    batch: (calls, { signal }) => attempt(signal, (node, limited) => node.batch(calls, { signal: limited })),
    get: (path, signal) => attempt(signal, (node, limited) => node.get(path, limited)),
    readHead: (signal) => attempt(signal, (node, limited) => node.readHead(limited)),
    check: (signal) => check(signal),
    watch(warn) {
      if (nodes.length > 1) void watch(warn).catch((cause) => ended.aborted || warn(cause))
    },
    async pin(signal, work, { isUnusable } = {}) {
      const [place = 0] = book.order()
      const controller = new AbortController()
      const end = (): void => controller.abort(signal.reason)
      signal.addEventListener('abort', end)
      pinned[place]?.add(controller)
      try {
        signal.throwIfAborted()
        const value = await work(getNode(place), controller.signal)
        book.succeed(place)
        return value
      } catch (cause) {
        if (!signal.aborted && (isNodeFailure(cause) || isUnusable?.(cause))) fail(place, cause)
        throw cause
      } finally {
        signal.removeEventListener('abort', end)
        pinned[place]?.delete(controller)
      }
    },
    read: () => {
      const [preferred] = book.order()
      return urls.map((url, place) => ({
        ...book.read(place),
        host: new URL(url).host,
        isPreferred: place === preferred,
      }))
    },
  }
}

/** Whether the node is to blame, rather than the request: a revert is a response like others, and so is one that is too large. */
function isNodeFailure(cause: unknown): boolean {
  if (isTooLarge(cause)) return false
  if (isLatchkeyError(cause)) return true
  if (cause instanceof NodeError) return cause.rpcCode === limitExceeded
  if (cause instanceof GatewayError) return cause.code === 'TIMED_OUT'
  return cause instanceof DOMException && cause.name === 'TimeoutError'
}

/** For operators, without the URL. */
function toReason(cause: unknown): string {
  if (cause instanceof NodeError) return `RPC_ERROR ${cause.rpcCode}`
  if (!(cause instanceof Error)) return 'UNKNOWN'
  const { code, details } = cause as { readonly code?: unknown; readonly details?: unknown }
  const inner = toErrorCode(cause)
  return [typeof code === 'string' ? code : cause.name, typeof details === 'string' ? details : undefined, inner]
    .filter((part) => part !== undefined)
    .join(': ')
    .slice(0, 200)
}

/** The code of the innermost cause, e.g. ECONNREFUSED. */
function toErrorCode(cause: Error): string | undefined {
  let inner: unknown = cause.cause
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  const code = inner instanceof Error ? (inner as { readonly code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}
