import type { RpcFault } from './fault.js'

export type FaultQueue = {
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
