import { randomBytes } from 'node:crypto'
import type { Keys } from '../keys/keys.js'
import { toMac } from '../sealing/toMac.js'

/** What the cookie holds: 256 bits. */
export function createCredential(): string {
  return randomBytes(32).toString('base64url')
}

/** By which it is found without being kept; null for what is none. */
export function toCredentialHash({ tokens }: Keys, credential: string | undefined): Buffer | null {
  return credential !== undefined && /^[\w-]{43}$/.test(credential) ? toMac(tokens, ['cookie', credential]) : null
}
