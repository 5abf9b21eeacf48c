import { imageUrl, may, number, text } from '../../api/blockchain/fields.js'
import { internals, type Modal } from '../../modal.js'
import { isRecord } from '../../utils/isRecord.js'
import { readField } from '../../utils/readField.js'
import { type IdentityState, identityLimits } from './state.js'

/** The name of an address from this visit or the last, as long as it is fresh. [S3.23, S9.2] */
export function readIdentity(modal: Modal, address: string): IdentityState | undefined {
  const { identities } = modal[internals].persistence.read()
  const row = isRecord(identities) ? readField(identities, address.toLowerCase()) : undefined
  const at = may(row, 'at', number) ?? 0
  const age = modal.env.now() - at
  if (age < 0 || age >= identityLimits.cache) return undefined
  return { address, name: may(row, 'name', text), image: may(row, 'image', imageUrl) }
}

/** Keeps it; the oldest are forgotten. */
export function storeIdentity(modal: Modal, { address, name, image }: IdentityState): void {
  const key = address.toLowerCase()
  modal[internals].persistence.update((data) => {
    const others = isRecord(data.identities) ? Object.entries(data.identities).filter(([id]) => id !== key) : []
    const own: [string, unknown] = [key, { name, image, at: modal.env.now() }]
    return { ...data, identities: Object.fromEntries([own, ...others].slice(0, identityLimits.stored)) }
  })
}
