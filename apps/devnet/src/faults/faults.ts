/** A call as the proxy sees it. */
export type RpcCall = { readonly id?: unknown; readonly method: string; readonly params?: unknown }

/** Which exchanges a fault affects. An exchange is one HTTP request, possibly a batch. */
type FaultScope = {
  /** Number of exchanges. Default: until `reset()`. */
  readonly times?: number | undefined
  /** Only exchanges with one of these methods; for Esplora, e.g. `GET /tx/:id/status`. */
  readonly methods?: readonly string[] | undefined
}

export type RpcFault = FaultScope &
  (
    | {
        /** Responds with this status without contacting the node, e.g. 429 with `{ 'retry-after': '2' }`. */
        readonly kind: 'status'
        readonly status: number
        readonly headers?: Readonly<Record<string, string>> | undefined
        readonly body?: string | undefined
      }
    /** Accepts the request and never responds. */
    | { readonly kind: 'hang' }
    | { readonly kind: 'delay'; readonly ms: number }
    /** Closes the socket before the node received the request, or afterwards, so that only the response is lost. */
    | { readonly kind: 'cut'; readonly when: 'before' | 'after' }
    /** Reports another chain: an EVM chain id as a number, or a genesis hash as text. */
    | { readonly kind: 'chainId'; readonly chainId: number | string }
    /** Reports a head that is some blocks behind. */
    | { readonly kind: 'staleBlock'; readonly behind: number }
    /** Responds to a batch partially, in reverse order, without the first id, or with one error for all of its calls. */
    | { readonly kind: 'batch'; readonly shape: 'partial' | 'shuffled' | 'missingId' | 'refused' }
    /** Responds with HTML instead of JSON, with status 200. */
    | { readonly kind: 'html' }
    /** Responds with half of the body. */
    | { readonly kind: 'truncated' }
    /** Responds to every call with this JSON-RPC error, to a path with status 400 and its message, without contacting the node. */
    | { readonly kind: 'error'; readonly error: { readonly code: number; readonly message: string; data?: unknown } }
  )

type FaultQueue = {
  readonly add: (fault: RpcFault) => void
  readonly clear: () => void
  /** Takes the oldest fault that affects an exchange with these methods. */
  readonly take: (methods: readonly string[]) => RpcFault | undefined
}

export function createFaultQueue(): FaultQueue {
  let queue: { readonly fault: RpcFault; left: number }[] = []
  return {
    add: (fault) => void queue.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }),
    clear: () => {
      queue = []
    },
    take: (methods) => {
      const entry = queue.find(({ fault }) => !fault.methods || fault.methods.some((name) => methods.includes(name)))
      if (!entry) return undefined
      entry.left -= 1
      if (entry.left <= 0) queue = queue.filter((other) => other !== entry)
      return entry.fault
    },
  }
}
