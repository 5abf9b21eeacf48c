import type { KekBackend } from './backends/kekBackend.js'
import { parseKekWords } from './kekWords.js'
import { toKekId } from './keys.js'

/** Keeps the key of the words on paper. Throws where one is there already, or a word is wrong; nothing is written then. */
export async function restoreKek(
  { place, read, create }: KekBackend,
  words: string,
): Promise<{ readonly restored: string }> {
  const kek = parseKekWords(words)
  if (await read()) throw new Error(`There is a key-encryption key at ${place} already.`)
  const [written] = await create(kek)
  if (!written?.equals(kek)) throw new Error(`There is a key-encryption key at ${place} already.`)
  return { restored: toKekId(kek).toString('hex') }
}
