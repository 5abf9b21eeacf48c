import { type Gate, startGate } from './startGate.js'

type Arming = { readonly text: string; readonly at: 'before' | 'after'; readonly act: () => void }

export type CommitGate = Gate & {
  /**
   * Calls `act` at the COMMIT of the next transaction that contains `text`: `before` it reaches the database, or
   * `after` the database has confirmed it. From then on its connection is blocked, so that the client gets no response.
   */
  readonly arm: (options: Arming) => void
}

/** Starts a proxy between a process and PostgreSQL that can stop a transaction between its commit and the response. */
export async function startCommitGate(databaseUrl: string): Promise<CommitGate> {
  let armed: Arming | undefined
  const gate = await startGate(databaseUrl, () => {
    let isChosen = false
    let stopped: Arming | undefined
    return {
      onQuestion(chunk, pass) {
        if (stopped) return
        const text = chunk.toString('latin1')
        if (armed && text.includes(armed.text)) isChosen = true
        if (!armed || !isChosen || !text.includes('COMMIT')) return pass()
        stopped = armed
        armed = undefined
        if (stopped.at === 'before') stopped.act()
        else pass()
      },
      onAnswer(chunk, pass) {
        if (!stopped) return pass()
        // the command tag that confirms a commit
        if (stopped.at === 'after' && chunk.toString('latin1').includes('COMMIT')) stopped.act()
      },
    }
  })
  return {
    ...gate,
    arm: (options) => {
      armed = options
    },
  }
}
