import type { Modal } from '../../modal.js'
import { callBlockchain } from './callBlockchain.js'
import { imageUrl, may, text } from './fields.js'
import { isNotFound } from './isNotFound.js'
import { toPathPart } from './toPathPart.js'

/** What somebody is called, and their picture. */
export type Identity = { readonly name?: string | undefined; readonly avatar?: string | undefined }

export type FetchIdentityOfRequest = {
  readonly address: string
  /** Who asks, where known. */
  readonly sender?: string | undefined
  readonly signal: AbortSignal
}

/**
 * Name and picture of an address: `GET /v1/identity/{address}` [S7.3]; neither where nobody knows it. Throws
 * as `callBlockchain` does.
 */
export async function fetchIdentityOf(
  modal: Modal,
  { address, sender, signal }: FetchIdentityOfRequest,
): Promise<Identity> {
  const path = `/v1/identity/${toPathPart(address)}`
  try {
    const reply = await callBlockchain(modal, { path, params: { sender }, signal })
    return { name: may(reply, 'name', text), avatar: may(reply, 'avatar', imageUrl(modal)) }
  } catch (cause) {
    if (isNotFound(cause)) return {}
    throw cause
  }
}
