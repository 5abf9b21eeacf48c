import type { Modal } from '../../modal.js'
import { callBlockchain } from './callBlockchain.js'
import { isNotFound } from './isNotFound.js'
import { toNameProfile } from './toNameProfile.js'
import { toPathPart } from './toPathPart.js'
import type { NameProfile } from './types.js'

/** Whom a name belongs to: `GET /v1/profile/account/{name}` [S7.13]. Undefined where nobody has it. */
export async function fetchProfile(
  modal: Modal,
  { name, signal }: { readonly name: string; readonly signal: AbortSignal },
): Promise<NameProfile | undefined> {
  try {
    const path = `/v1/profile/account/${toPathPart(name)}`
    return toNameProfile(modal, await callBlockchain(modal, { path, params: { apiVersion: 2 }, signal }))
  } catch (cause) {
    if (isNotFound(cause)) return undefined
    throw cause
  }
}
