import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import type { RelayMessage } from './createMailbox.js'

export type JournalEntry =
  | { readonly add: RelayMessage }
  | { readonly acknowledge: { readonly topic: string; readonly message: string; readonly clientId: string } }

export type Journal = {
  /** What earlier relays wrote. A line that a kill has cut off is left out. */
  readonly read: () => readonly JournalEntry[]
  /** Returns when the entry outlives this process. */
  readonly append: (entry: JournalEntry) => void
  /** Replaces all by these entries; no moment without either. */
  readonly rewrite: (entries: readonly JournalEntry[]) => void
  /** Written since the last rewrite. */
  readonly count: () => number
  readonly close: () => void
}

/** Entries in a file, a line of JSON each. */
export function createJournal(file: string): Journal {
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
