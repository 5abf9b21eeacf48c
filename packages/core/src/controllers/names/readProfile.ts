import { fetchProfile } from '../../api/blockchain/fetchProfile.js'
import { toNameProfile } from '../../api/blockchain/toNameProfile.js'
import type { NameProfile } from '../../api/blockchain/types.js'
import { type CacheLimits, readCached, storeCached } from '../../cached.js'
import type { Modal } from '../../modal.js'

const limits: CacheLimits = { cache: 300_000, stored: 20 }

/**
 * Whom a name belongs to. Kept for 5 minutes, also between visits [S3.23, S9.2]; that nobody has it is not kept. Throws as
 * `callBlockchain` does.
 */
export async function readProfile(
  modal: Modal,
  request: { readonly name: string; readonly signal: AbortSignal },
): Promise<NameProfile | undefined> {
  const known = readStored(modal, request.name)
  if (known) return known
  const profile = await fetchProfile(modal, request)
  if (profile) storeCached(modal, 'names', request.name, profile, limits)
  return profile
}

function readStored(modal: Modal, name: string): NameProfile | undefined {
  const known = readCached(modal, 'names', name, limits)
  try {
    return known && toNameProfile(modal, known.value)
  } catch {
    return undefined // written by something else: asked for anew
  }
}
