import { createHash } from 'node:crypto'

/** Number of times that a fault applies: true for always, false for never, or the next n times. */
export type FaultCount = boolean | number

/** Faults of a bad network or a malicious relay when it pushes messages. */
export type RelayFaults = {
  /** Doesn't push the message. It is still delivered to the next subscription. */
  readonly drop?: FaultCount | undefined
  /** Sends a push twice. */
  readonly duplicate?: FaultCount | undefined
  /** Swaps the order of two pushes; a single one is sent after a quarter of a second. */
  readonly reorder?: FaultCount | undefined
  /** Delays each push by milliseconds. */
  readonly delayMs?: number | undefined
  /** Sends a push with another topic of the same socket. */
  readonly swapTopics?: FaultCount | undefined
  /** Repeats an acknowledged push with a new id. */
  readonly replay?: FaultCount | undefined
  /** Ignores acknowledgements. */
  readonly loseAcks?: FaultCount | undefined
  /** Replies to a published message that the relay is not available, and doesn't store it. */
  readonly refuse?: FaultCount | undefined
}

const relayFaultNames = ['drop', 'duplicate', 'reorder', 'swapTopics', 'replay', 'loseAcks', 'refuse'] as const

type RelayFaultName = (typeof relayFaultNames)[number]

/** Parses faults; null for an unknown name or an invalid value. */
export function parseRelayFaults(value: unknown): RelayFaults | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const names: readonly string[] = relayFaultNames
  const isSound = Object.entries(value).every(([name, given]) => {
    const isCount = typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
    return isCount ? name === 'delayMs' || names.includes(name) : typeof given === 'boolean' && names.includes(name)
  })
  return isSound ? (value as RelayFaults) : null
}

/** A client as the faults see it. */
export type FaultySocket = {
  readonly clientId: string
  readonly topics: ReadonlySet<string>
  readonly send: (frame: object) => void
}

export type Push = {
  readonly id: number
  readonly jsonrpc: '2.0'
  readonly method: 'irn_subscription'
  readonly params: { readonly id: string; readonly data: { readonly topic: string; readonly message: string } }
}

export type FaultyPush = {
  readonly set: (faults: RelayFaults) => void
  /** Returns whether a fault applies now, and counts it. */
  readonly take: (name: RelayFaultName) => boolean
  /** Sends a push subject to the faults. False if it is dropped. */
  readonly send: (socket: FaultySocket, push: Push) => boolean
  /** Drops delayed pushes. */
  readonly stop: () => void
}

/** Milliseconds to wait for a push to swap with. */
const holdMs = 250

export function createFaultyPush(): FaultyPush {
  let faults: { [name in keyof RelayFaults]: RelayFaults[name] } = {}
  let held: (() => void) | undefined
  const timers = new Set<NodeJS.Timeout>()

  const later = (ms: number, run: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }
  const release = (): void => {
    const run = held
    held = undefined
    run?.()
  }
  const take = (name: RelayFaultName): boolean => {
    const left = faults[name]
    if (left === undefined || left === false || left === 0) return false
    if (typeof left === 'number') faults = { ...faults, [name]: left - 1 }
    return true
  }
  const swap = (socket: FaultySocket, push: Push): Push => {
    const other = [...socket.topics].find((topic) => topic !== push.params.data.topic)
    if (!other || !take('swapTopics')) return push
    const id = toSubscriptionId(other, socket.clientId)
    return { ...push, params: { id, data: { ...push.params.data, topic: other } } }
  }

  return {
    set: (next) => {
      faults = next
      release()
    },
    take,
    send: (socket, push) => {
      if (take('drop')) return false
      const frame = swap(socket, push)
      const times = take('duplicate') ? 2 : 1
      const run = (): void => {
        for (let time = 0; time < times; time++) socket.send(frame)
      }
      const { delayMs } = faults
      const runLate = delayMs ? (): void => later(delayMs, run) : run
      if (held) {
        runLate()
        release()
      } else if (take('reorder')) {
        held = runLate
        later(holdMs, () => {
          if (held === runLate) release()
        })
      } else runLate()
      return true
    },
    stop: () => {
      held = undefined
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** Id of a subscription, which the client computes as well. */
function toSubscriptionId(topic: string, clientId: string): string {
  return createHash('sha256').update(`${topic}${clientId}`).digest('hex')
}
