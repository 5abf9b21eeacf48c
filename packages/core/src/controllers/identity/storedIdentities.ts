import { imageUrl, may, text } from '../../api/blockchain/fields.js'
import { readCached, storeCached } from '../../cached.js'
import type { Modal } from '../../modal.js'
import { type IdentityState, identityLimits } from './state.js'

/** The name of an address from this visit or the last, as long as it is fresh. [S3.23, S9.2] */
export function readIdentity(modal: Modal, address: string): IdentityState | undefined {
  const value = readCached(modal, 'identities', address.toLowerCase(), identityLimits)?.value
  return value === undefined
    ? undefined
    : { address, name: may(value, 'name', text), image: may(value, 'image', imageUrl(modal)) }
}

/** Keeps it; the oldest are forgotten. */
export function storeIdentity(modal: Modal, { address, name, image }: IdentityState): void {
  storeCached(modal, 'identities', address.toLowerCase(), { name, image }, identityLimits)
}
