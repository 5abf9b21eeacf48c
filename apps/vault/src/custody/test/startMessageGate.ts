import { type Gate, startGate } from './startGate.js'

type Arming = { readonly at: number; readonly isLetThrough: boolean; readonly act: () => void }

export type MessageGate = Gate & {
  /** How many messages went to the database since the gate was armed. */
  readonly getCount: () => number
  /** Calls `act` at one message to the database, which gets it or does not; nothing goes through after it. */
  readonly arm: (options: Arming) => void
}

/** Stands between a process and its PostgreSQL, and ends the process in the middle of its work, at any message of it. */
export async function startMessageGate(databaseUrl: string): Promise<MessageGate> {
  let [count, isStopped] = [0, false]
  let armed: Arming | undefined
  const gate = await startGate(databaseUrl, () => ({
    onQuestion(_, pass) {
      if (isStopped) return
      count += 1
      const isNow = armed !== undefined && count === armed.at
      if (!isNow || armed?.isLetThrough) pass()
      if (!isNow) return
      isStopped = true
      armed?.act()
    },
    onAnswer(_, pass) {
      if (!isStopped) pass()
    },
  }))
  return {
    ...gate,
    getCount: () => count,
    arm: (options) => {
      ;[count, isStopped, armed] = [0, false, options]
    },
  }
}
