import { readFile, stat } from 'node:fs/promises'
import { type PhishingList, parsePhishingList } from './phishingList.js'

/** Milliseconds between two looks at the file. */
const look = 60_000

/**
 * The list of a file, read again when that was written anew. Throws where it cannot be read at the start; later the list of before
 * counts, and `warn` hears why.
 */
export async function watchPhishingList(
  file: string,
  { warn }: { readonly warn: (cause: unknown) => void },
): Promise<PhishingList> {
  const read = async (): Promise<PhishingList> => parsePhishingList(await readFile(file, 'utf8'))
  let list = await read()
  let written = (await stat(file)).mtimeMs
  setInterval(() => {
    void (async () => {
      const { mtimeMs } = await stat(file)
      if (mtimeMs === written) return
      list = await read()
      written = mtimeMs
    })().catch(warn)
  }, look).unref()
  return { has: (origin) => list.has(origin) }
}
