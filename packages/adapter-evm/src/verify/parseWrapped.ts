export type Wrapped = {
  readonly signature: `0x${string}`
  /** Who makes the account, or prepares it; absent where the signature came without a wrapper. */
  readonly factory?: `0x${string}` | undefined
  /** What the factory is called with. */
  readonly prepare?: `0x${string}` | undefined
}

/** Marks a signature that brings what its account is made with (ERC-6492). */
const magic = '6492'.repeat(16)

/**
 * What is in a signature of an account that may not be deployed yet: the ABI's (address, bytes, bytes) before the mark (ERC-6492).
 * Null where its wrapper makes no sense.
 */
export function parseWrapped(signature: `0x${string}`): Wrapped | null {
  if (!signature.endsWith(magic)) return { signature }
  const body = signature.slice(2, -magic.length)
  const prepare = readBytes(body, 1)
  const inner = readBytes(body, 2)
  if (!/^0{24}/.test(body) || !prepare || !inner) return null
  return { signature: inner, factory: `0x${body.slice(24, 64)}`, prepare }
}

/** The bytes that a word of the head leads to; null where they are not all there. */
function readBytes(body: string, index: number): `0x${string}` | null {
  const start = readNumber(body, 64 * index) * 2
  const length = readNumber(body, start) * 2
  const digits = body.slice(start + 64, start + 64 + length)
  return digits.length === length ? `0x${digits}` : null
}

/** NaN where there is no whole word; what is too large for a number leads nowhere as well. */
function readNumber(body: string, start: number): number {
  const word = body.slice(start, start + 64)
  return word.length === 64 ? Number(`0x${word}`) : Number.NaN
}
