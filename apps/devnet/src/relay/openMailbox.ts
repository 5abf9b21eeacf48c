import { createJournal } from './createJournal.js'
import { createMailbox, type Mailbox } from './createMailbox.js'

export type OpenMailboxOptions = {
  readonly now: () => number
  /** A file; without one, messages are kept in memory only. */
  readonly journal?: string | undefined
}

/** How many lines the file may grow by before it is written anew. */
const linesPerRewrite = 10_000

/** A mailbox that has what an earlier relay has left in its journal, and writes down what it takes before it says so. */
export function openMailbox({ now, journal: file }: OpenMailboxOptions): Mailbox & { readonly close: () => void } {
  const mailbox = createMailbox({ now })
  if (file === undefined) return { ...mailbox, close: () => undefined }
  const journal = createJournal(file)
  const rewrite = (): void =>
    journal.rewrite(
      [...mailbox.entries()].flatMap(([message, clientIds]) => [
        { add: message },
        ...clientIds.map((clientId) => ({ acknowledge: { ...message, clientId } })),
      ]),
    )
  for (const entry of journal.read()) {
    if ('add' in entry && entry.add.expiresAt > now()) mailbox.add(entry.add)
    else if ('acknowledge' in entry) mailbox.acknowledge(entry.acknowledge, entry.acknowledge.clientId)
  }
  rewrite()
  return {
    ...mailbox,
    add: (message) => {
      const isNew = mailbox.add(message)
      if (isNew) journal.append({ add: message })
      return isNew
    },
    acknowledge: (message, clientId) => {
      mailbox.acknowledge(message, clientId)
      journal.append({ acknowledge: { topic: message.topic, message: message.message, clientId } })
    },
    prune: () => {
      mailbox.prune()
      if (journal.count() > linesPerRewrite) rewrite()
    },
    close: journal.close,
  }
}
