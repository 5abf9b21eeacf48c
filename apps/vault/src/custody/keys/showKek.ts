import type { KekBackend } from './backends/kekBackend.js'
import { toKekWords } from './kekWords.js'
import { toKekId } from './keys.js'

export type ShownKek = {
  /** Tells keys apart, and says nothing of them. */
  readonly id: string
  readonly words: string
}

/** The keys as words, to be written on paper: one, or two while the key is exchanged. */
export async function showKek({ place, read }: KekBackend): Promise<readonly ShownKek[]> {
  const keks = await read()
  if (!keks) throw new Error(`There is no key-encryption key at ${place}.`)
  return keks.map((kek) => ({ id: toKekId(kek).toString('hex'), words: toKekWords(kek) }))
}
