import { type Gate, startGate } from './startGate.js'

type Arming = { readonly text: string; readonly at: 'before' | 'after'; readonly act: () => void }

export type CommitGate = Gate & {
  /**
   * At the commit of the next transaction that holds `text`: `before` it reaches the database, or `after` the database has confirmed
   * it, in both cases without the client hearing of it, calls `act` and lets nothing through any more.
   */
  readonly arm: (options: Arming) => void
}

/** Stands between a process and its PostgreSQL, to stop the world at the moments between commit and reply. */
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
        // the tag of a commit that has been confirmed
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
