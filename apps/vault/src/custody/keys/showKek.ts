import { readKeks } from './kekFile.js'
import { toKekWords } from './kekWords.js'
import { toKekId } from './keys.js'

export type ShownKek = {
  /** Tells keys apart, and says nothing of them. */
  readonly id: string
  readonly words: string
}

/** The keys of the file as words, to be written on paper: one, or two while the key is exchanged. */
export async function showKek(kekFile: string): Promise<readonly ShownKek[]> {
  const keks = await readKeks(kekFile)
  if (!keks) throw new Error(`There is no key-encryption key at ${kekFile}.`)
  return keks.map((kek) => ({ id: toKekId(kek).toString('hex'), words: toKekWords(kek) }))
}
