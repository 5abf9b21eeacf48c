import { isEmail } from '@latchkey/core/plugin'
import { seal, toMac, unseal } from '../crypto/seal.js'
import type { Custody } from '../custody.js'

/**
 * An address of mail in the one form in which it is compared and written to, or null. The case of letters tells no two apart; dots
 * and what follows a plus do. Domains beyond ASCII come in their encoded form. [S5.1] [security.md I5, I6]
 */
export function parseEmail(text: string): string | null {
  return isEmail(text) ? text.toLowerCase() : null
}

/** By which an address is found without being kept. */
export function toEmailIndex({ keys }: Pick<Custody, 'keys'>, email: string): Buffer {
  return toMac(keys.emailIndex, [email])
}

/** `owner`: the user or challenge that bears it. */
export function sealEmail(
  { keys, instance }: Pick<Custody, 'keys' | 'instance'>,
  email: string,
  owner: string,
): Buffer {
  return seal(keys.email, { plain: Buffer.from(email), place: ['email', instance, owner] })
}

export function unsealEmail(
  { keys, instance }: Pick<Custody, 'keys' | 'instance'>,
  sealed: Uint8Array,
  owner: string,
): string {
  return unseal(keys.email, { sealed, place: ['email', instance, owner] }).toString()
}
