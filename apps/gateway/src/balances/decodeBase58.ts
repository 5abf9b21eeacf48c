const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The bytes of a text of Bitcoin's base 58. The text has to be one. */
export function decodeBase58(text: string): Uint8Array {
  let rest = 0n
  for (const letter of text) rest = rest * 58n + BigInt(alphabet.indexOf(letter))
  const hex = rest === 0n ? '' : rest.toString(16)
  const zeros = text.length - text.replace(/^1+/, '').length
  return Uint8Array.from([...new Uint8Array(zeros), ...Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
}
