import { decodeAbiParameters, parseAbiParameters } from 'viem'

export type Wrapped = {
  readonly signature: `0x${string}`
  /** Who makes the account, or prepares it; absent where the signature came without a wrapper. */
  readonly factory?: `0x${string}` | undefined
  /** What the factory is called with. */
  readonly prepare?: `0x${string}` | undefined
}

/** Marks a signature that brings what its account is made with (ERC-6492). */
const magic = '6492'.repeat(16)

/** What is in a signature of an account that may not be deployed yet (ERC-6492). Null where its wrapper makes no sense. */
export function parseWrapped(signature: `0x${string}`): Wrapped | null {
  if (!signature.endsWith(magic)) return { signature }
  try {
    const [factory, prepare, inner] = decodeAbiParameters(parseAbiParameters('address, bytes, bytes'), signature)
    return { signature: inner, factory, prepare }
  } catch {
    return null // offsets and lengths that lead nowhere
  }
}
