import { createKekFile, readKeks } from './kekFile.js'
import { parseKekWords } from './kekWords.js'
import { toKekId } from './keys.js'

/** Makes the key file from the words on paper. Throws where one is there already, or a word is wrong; nothing is written then. */
export async function restoreKek({
  kekFile,
  words,
}: {
  readonly kekFile: string
  readonly words: string
}): Promise<{ readonly restored: string }> {
  const kek = parseKekWords(words)
  if (await readKeks(kekFile)) throw new Error(`There is a key-encryption key at ${kekFile} already.`)
  const [written] = await createKekFile(kekFile, kek)
  if (!written?.equals(kek)) throw new Error(`There is a key-encryption key at ${kekFile} already.`)
  return { restored: toKekId(kek).toString('hex') }
}
