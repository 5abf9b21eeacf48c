import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { createMailbox, type Mailbox, type RelayMessage } from './mailbox.js'

type OpenMailboxOptions = {
  readonly now: () => number
  /** A file. Default: messages are kept in memory only. */
  readonly journal?: string | undefined
}

/** Lines after which the file is rewritten. */
const linesPerRewrite = 10_000

/** Opens a mailbox with the messages of an earlier relay's journal. New messages are journaled before they are confirmed. */
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

type JournalEntry =
  | { readonly add: RelayMessage }
  | { readonly acknowledge: { readonly topic: string; readonly message: string; readonly clientId: string } }

type Journal = {
  /** Entries of earlier relays, without an incomplete last line. */
  readonly read: () => readonly JournalEntry[]
  /** Appends an entry durably. */
  readonly append: (entry: JournalEntry) => void
  /** Replaces all entries atomically. */
  readonly rewrite: (entries: readonly JournalEntry[]) => void
  /** Entries since the last rewrite. */
  readonly count: () => number
  readonly close: () => void
}

/** A file with an entry of JSON per line. */
function createJournal(file: string): Journal {
  let handle = openSync(file, 'a')
  let count = 0
  return {
    read: () => readFileSync(file, 'utf8').split('\n').flatMap(parseLine),
    append: (entry) => {
      writeSync(handle, `${JSON.stringify(entry)}\n`)
      count += 1
    },
    rewrite: (entries) => {
      const next = `${file}.next`
      writeFileSync(next, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
      closeSync(handle)
      renameSync(next, file)
      handle = openSync(file, 'a')
      count = 0
    },
    count: () => count,
    close: () => closeSync(handle),
  }
}

function parseLine(line: string): JournalEntry[] {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? [entry as JournalEntry] : []
  } catch {
    return []
  }
}
