import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { KekBackend } from './backends/kekBackend.js'
import { toKekId } from './keys.js'

/** A key-encryption key as 24 words; the last one includes a checksum. [BIP-39] */
function toKekWords(kek: Uint8Array): string {
  return entropyToMnemonic(kek, wordlist)
}

/** Parses words as people write them down: numbers, commas, line breaks and case don't matter. Throws if they are wrong. */
export function parseKekWords(text: string): Buffer {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  const unknown = words.findIndex((word) => !wordlist.includes(word))
  if (unknown >= 0) throw new Error(`Word ${unknown + 1} is not in the word list.`)
  if (words.length !== 24) throw new Error(`Expected 24 words, got ${words.length}.`)
  try {
    return Buffer.from(mnemonicToEntropy(words.join(' '), wordlist))
  } catch (cause) {
    throw new Error('The checksum does not match: a word is wrong, or two words are swapped.', {
      cause,
    })
  }
}

type ShownKek = {
  /** Identifies the key without revealing it. */
  readonly id: string
  readonly words: string
}

/** Shows the keys as words, to be written on paper: one, or two during a rotation. */
export async function showKek({ place, read }: KekBackend): Promise<readonly ShownKek[]> {
  const keks = await read()
  if (!keks) throw new Error(`There is no key-encryption key at ${place}.`)
  return keks.map((kek) => ({ id: toKekId(kek).toString('hex'), words: toKekWords(kek) }))
}

/** Stores the key from the words on paper. Throws, and writes nothing, if there is a key already or a word is wrong. */
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
