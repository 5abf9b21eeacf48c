import { CallError } from '../errors/callError.js'
import { toTooMany } from './limits.js'
import { createMemoryCounters } from './memoryCounters.js'

/** Limits of one caller, per process: N processes allow N times as much. */
export type CallLimits = {
  /** Calls per minute of one source: an IPv4 address or a /64. Many people may share one. */
  readonly perSource: number
  /** Calls per minute of one device key. Each leaves one row, for as long as its statement could be replayed. */
  readonly perDevice: number
  /** Concurrent long polls: of one device, of one source, and of all together. */
  readonly waits: { readonly perDevice: number; readonly perSource: number; readonly all: number }
}

export const defaultCallLimits: CallLimits = {
  perSource: 3_000,
  perDevice: 600,
  waits: { perDevice: 6, perSource: 200, all: 2_000 },
}

export type CallAdmission = {
  /** Counts a call of a source, before anything else is checked. Throws `TOO_MANY`. */
  readonly admitSource: (network: string) => void
  /** Counts a call of a key, once its signature is verified. Throws `TOO_MANY`. */
  readonly admitDevice: (thumbprint: string) => void
  /** Runs a long poll. Throws `TOO_MANY`, and runs nothing, if too many are running. */
  readonly wait: <value>(
    caller: { readonly network: string; readonly deviceId: string },
    work: () => Promise<value>,
  ) => Promise<value>
}

const minute = 60_000

/** `clock`: monotonic milliseconds of real time, whatever custody's clock says. */
export function createCallAdmission({
  limits,
  clock,
}: {
  readonly limits: CallLimits
  readonly clock: () => number
}): CallAdmission {
  const calls = createMemoryCounters({ now: clock })
  const waiting = new Map<string, number>()
  const admit = (key: string, max: number): void => {
    if (!calls.take(key, { max, until: clock() + minute })) throw toTooMany(minute)
  }
  const add = (key: string, change: 1 | -1): void => {
    const count = (waiting.get(key) ?? 0) + change
    if (count === 0) waiting.delete(key)
    else waiting.set(key, count)
  }
  return {
    admitSource: (network) => admit(`source ${network}`, limits.perSource),
    admitDevice: (thumbprint) => admit(`device ${thumbprint}`, limits.perDevice),
    wait: async ({ network, deviceId }, work) => {
      const { perDevice, perSource, all } = limits.waits
      const places = [
        [`device ${deviceId}`, perDevice],
        [`source ${network}`, perSource],
        ['all', all],
      ] as const
      if (places.some(([key, max]) => (waiting.get(key) ?? 0) >= max))
        throw new CallError('Please try again after 5 seconds', { code: 'TOO_MANY', retryAfter: 5 })
      for (const [key] of places) add(key, 1)
      try {
        return await work()
      } finally {
        for (const [key] of places) add(key, -1)
      }
    },
  }
}
