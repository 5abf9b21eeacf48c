import { type Gate, startGate } from './startGate.js'

type Arming = { readonly at: number; readonly isLetThrough: boolean; readonly act: () => void }

export type MessageGate = Gate & {
  /** Returns the number of messages to the database since the gate was armed. */
  readonly getCount: () => number
  /**
   * Calls `act` at message number `at` to the database, which is only forwarded if `isLetThrough` is set. Nothing is
   * forwarded after it.
   */
  readonly arm: (options: Arming) => void
}

/** Starts a proxy between a process and PostgreSQL that can interrupt the process at any message to the database. */
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
