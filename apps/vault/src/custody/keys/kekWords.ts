import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { KekBackend } from './backends/kekBackend.js'
import { toKekId } from './keys.js'

/** A key-encryption key as 24 words; the last one includes a checksum. [BIP-39] */
function toKekWords(kek: Uint8Array): string {
  return entropyToMnemonic(kek, wordlist)
}

/** The words of one key. */
const length = 24

/**
 * Parses the words of one key or of two, oldest first, as people write them down: numbers, commas, line breaks and case don't matter. Throws
 * if they are wrong.
 */
export function parseKekWords(text: string): readonly [Buffer, ...Buffer[]] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  const unknown = words.findIndex((word) => !wordlist.includes(word))
  if (unknown >= 0) throw new Error(`Word ${unknown + 1} is not in the word list.`)
  if (words.length !== length && words.length !== 2 * length)
    throw new Error(`Expected 24 words, or 48 for two keys, got ${words.length}.`)
  const parse = (from: number): Buffer =>
    Buffer.from(mnemonicToEntropy(words.slice(from, from + length).join(' '), wordlist))
  try {
    return words.length === length ? [parse(0)] : [parse(0), parse(length)]
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

/**
 * Stores the key from the words on paper, or both of a rotation: a backup from that time opens with both only. Throws, and writes nothing,
 * if there is a key already or a word is wrong.
 */
export async function restoreKek(
  { place, read, create, replace }: KekBackend,
  words: string,
): Promise<{ readonly restored: readonly string[] }> {
  const keks = parseKekWords(words)
  const [kek] = keks
  if (await read()) throw new Error(`There is a key-encryption key at ${place} already.`)
  const [written] = await create(kek)
  if (!written?.equals(kek)) throw new Error(`There is a key-encryption key at ${place} already.`)
  if (keks.length > 1) await replace(keks)
  return { restored: keks.map((one) => toKekId(one).toString('hex')) }
}
