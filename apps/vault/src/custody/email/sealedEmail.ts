import type { Custody } from '../custody.js'
import { seal, unseal } from '../sealing/seal.js'
import { toMac } from '../sealing/toMac.js'

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
