import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** A key-encryption key as 24 words, the last of which is also their checksum. [BIP-39] */
export function toKekWords(kek: Uint8Array): string {
  return entropyToMnemonic(kek, wordlist)
}

/** Reads the words as people write them down: numbers, commas, line breaks and the case of letters do not matter. Throws what is wrong. */
export function parseKekWords(text: string): Buffer {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  const unknown = words.findIndex((word) => !wordlist.includes(word))
  if (unknown >= 0) throw new Error(`Word ${unknown + 1} is none of the list.`)
  if (words.length !== 24) throw new Error(`There are 24 words, not ${words.length}.`)
  try {
    return Buffer.from(mnemonicToEntropy(words.join(' '), wordlist))
  } catch (cause) {
    throw new Error('The words do not fit each other: one of them was written down wrong, or two changed places.', {
      cause,
    })
  }
}
