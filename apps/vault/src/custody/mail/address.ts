import { isEmail } from '@latchkey/core/plugin'
import { seal, toMac, unseal } from '../crypto/seal.js'
import type { Custody } from '../custody.js'

/**
 * Normalizes an email address, or returns null. Case doesn't distinguish addresses; dots and plus suffixes do. Non-ASCII domains come in
 * punycode. [S5.1] [security.md I5, I6]
 */
export function parseEmail(text: string): string | null {
  return isEmail(text) ? text.toLowerCase() : null
}

/** Index by which an address is found without storing it in the clear. */
export function toEmailIndex({ keys }: Pick<Custody, 'keys'>, email: string): Buffer {
  return toMac(keys.emailIndex, [email])
}

/** Returns the lock for changing which user an address belongs to. */
export function toMailboxLock({
  project,
  emailIndex,
}: {
  readonly project: string
  readonly emailIndex: Buffer
}): string {
  return `mailbox ${project} ${emailIndex.toString('hex')}`
}

/** `owner`: the user or challenge that has it. */
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
