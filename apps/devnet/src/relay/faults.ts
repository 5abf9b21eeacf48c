import type { RelaySocket } from './subscriptions.js'

/** How often a fault strikes: every time, never, or the next so many times. */
export type FaultCount = boolean | number

/** What a bad network or a malicious relay does to the messages that it pushes. */
export type RelayFaults = {
  /** The message is not pushed. It still waits, for the next subscription. */
  readonly drop?: FaultCount | undefined
  /** The same push is sent twice. */
  readonly duplicate?: FaultCount | undefined
  /** Pushes are held until two wait, and sent the other way round; a lone one goes after a quarter of a second. */
  readonly reorder?: FaultCount | undefined
  /** Milliseconds that each push is late. */
  readonly delayMs?: number | undefined
  /** The push claims to be of another topic of the same socket. */
  readonly swapTopics?: FaultCount | undefined
  /** What was acknowledged is pushed once more, under a new id. */
  readonly replay?: FaultCount | undefined
  /** Acknowledgements are not heard. */
  readonly loseAcks?: FaultCount | undefined
}

const relayFaultNames = ['drop', 'duplicate', 'reorder', 'swapTopics', 'replay', 'loseAcks'] as const

type RelayFaultName = (typeof relayFaultNames)[number]

/** Faults out of the body of a request; null where a name or a value is none of ours. */
export function parseRelayFaults(value: unknown): RelayFaults | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const names: readonly string[] = relayFaultNames
  const isSound = Object.entries(value).every(([name, given]) => {
    const isCount = typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
    return isCount ? name === 'delayMs' || names.includes(name) : typeof given === 'boolean' && names.includes(name)
  })
  return isSound ? (value as RelayFaults) : null
}

type Push = {
  readonly id: number
  readonly jsonrpc: '2.0'
  readonly method: 'irn_subscription'
  readonly params: { readonly id: string; readonly data: { readonly topic: string; readonly message: string } }
}

export type FaultyPush = {
  readonly set: (faults: RelayFaults) => void
  /** Whether a fault strikes now; counts it. */
  readonly take: (name: RelayFaultName) => boolean
  /** Sends as the faults want it. False where nothing was sent and nothing will be. */
  readonly send: (socket: RelaySocket, push: Push) => boolean
  /** Forgets what is held back. */
  readonly stop: () => void
}

/** How long a push waits for another one to change places with. */
const holdMs = 250

type CreateFaultyPushOptions = {
  /** The id of a subscription, as the client computes it too. */
  readonly toSubscriptionId: (topic: string, clientId: string) => string
}

export function createFaultyPush({ toSubscriptionId }: CreateFaultyPushOptions): FaultyPush {
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
  const swap = (socket: RelaySocket, push: Push): Push => {
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
