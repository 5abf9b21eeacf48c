import { readFile, stat } from 'node:fs/promises'
import { type PhishingList, parsePhishingList } from './phishingList.js'

export type WatchOptions = {
  /** Hears why a list that was written anew is not taken: the one of before counts on. */
  readonly warn: (cause: unknown) => void
  /** Milliseconds between two looks at the file. */
  readonly look?: number | undefined
}

/** The list of a file, read again when that was written anew. Throws with its name where it cannot be read at the start. */
export async function watchPhishingList(file: string, { warn, look = 60_000 }: WatchOptions): Promise<PhishingList> {
  let list = await read(file)
  let written = (await stat(file)).mtimeMs
  const lookAgain = async (): Promise<void> => {
    const { mtimeMs } = await stat(file)
    if (mtimeMs === written) return
    // said once for each time that it was written
    written = mtimeMs
    list = await read(file)
  }
  setInterval(() => void lookAgain().catch(warn), look).unref()
  return { has: (origin) => list.has(origin) }
}

async function read(file: string): Promise<PhishingList> {
  const text = await readFile(file, 'utf8')
  try {
    return parsePhishingList(text)
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
