/** What a call looks like to the proxy. */
export type RpcCall = { readonly id?: unknown; readonly method: string; readonly params?: unknown }

/** Which exchanges a fault meets; an exchange is one HTTP request, be it a batch or not. */
type FaultScope = {
  /** For that many exchanges. Until `reset()` where not given. */
  readonly times?: number | undefined
  /** Only exchanges that carry one of these methods; of Esplora as `GET /tx/:id/status`. */
  readonly methods?: readonly string[] | undefined
}

export type RpcFault = FaultScope &
  (
    | {
        /** Answers with this status and does not ask the node, as 429 with `{ 'retry-after': '2' }`. */
        readonly kind: 'status'
        readonly status: number
        readonly headers?: Readonly<Record<string, string>> | undefined
        readonly body?: string | undefined
      }
    /** Takes the request and never answers. */
    | { readonly kind: 'hang' }
    | { readonly kind: 'delay'; readonly ms: number }
    /** Closes the socket before the node has seen the request, or after: then only the answer is lost. */
    | { readonly kind: 'cut'; readonly when: 'before' | 'after' }
    /** Says that it serves another chain: an EVM chain id as a number, the hash of a first block as text. */
    | { readonly kind: 'chainId'; readonly chainId: number | string }
    /** Says that the head is that many blocks behind. */
    | { readonly kind: 'staleBlock'; readonly behind: number }
    /** Answers a batch by half, in the opposite order, or with a first answer that bears no id. */
    | { readonly kind: 'batch'; readonly shape: 'partial' | 'shuffled' | 'missingId' }
    /** A page instead of JSON, with status 200. */
    | { readonly kind: 'html' }
    /** Half of the right answer. */
    | { readonly kind: 'truncated' }
    /** Every call fails with this JSON-RPC error, a path with status 400 and its message; the node is not asked. */
    | { readonly kind: 'error'; readonly error: { readonly code: number; readonly message: string; data?: unknown } }
  )

type FaultQueue = {
  readonly add: (fault: RpcFault) => void
  readonly clear: () => void
  /** The oldest fault that meets an exchange with these methods, counted as used. */
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
