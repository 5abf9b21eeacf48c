import { clockTolerance, readMessageText } from '@latchkey/siwx'
import { type Address, type Hex, verifyMessage } from 'viem'
import type { Registries } from './registries.js'

export type FarcasterAnswer = {
  readonly message: string
  readonly signature: string
  readonly domain: string
  readonly siweUri: string
  readonly nonce: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * The id of who signed in, or why it does not count: a message for this site and this login, signed by who owns the id or may sign in for
 * it. What the relay says beside it proves nothing. [FIP-11] [I13]
 */
export async function readFid(
  { message, signature, domain, siweUri, nonce, now }: FarcasterAnswer,
  registries: Registries,
): Promise<{ readonly fid: string } | { readonly fault: string }> {
  const reading = readMessageText(message, 'eip155')
  if (!reading.isValid) return { fault: 'It is no sign-in.' }
  const { fields, scheme } = reading
  if (fields.domain !== domain || fields.uri !== siweUri || scheme !== undefined)
    return { fault: 'It is for another site.' }
  if (fields.nonce !== nonce) return { fault: 'It is of another login.' }
  if (fields.chainId !== 'eip155:10') return { fault: 'It is for another network.' }
  const { expirationTime, notBefore } = fields
  const isPast = expirationTime !== undefined && Date.parse(expirationTime) + clockTolerance.usual <= now
  const isFuture = notBefore !== undefined && Date.parse(notBefore) - clockTolerance.usual > now
  if (isPast || isFuture) return { fault: 'Its time is not now.' }
  const ids = (fields.resources ?? []).flatMap((one) => /^farcaster:\/\/fid\/([1-9]\d{0,18})\/?$/.exec(one)?.[1] ?? [])
  const [fid] = ids
  if (fid === undefined || ids.length > 1) return { fault: 'It names nobody, or more than one.' }
  const signed = { address: fields.accountAddress as Address, message, signature: signature as Hex }
  const isSigned = (await verifyMessage(signed).catch(() => false)) || (await registries.isSignedByContract(signed))
  if (!isSigned) return { fault: 'It is not signed by its account.' }
  return (await registries.speaksFor(signed.address, BigInt(fid)))
    ? { fid }
    : { fault: 'Its account does not speak for that Farcaster id.' }
}
