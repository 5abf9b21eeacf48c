import type { Modal } from '../../modal.js'
import { callBlockchain } from './callBlockchain.js'
import { need, rowsOf } from './fields.js'
import { isNotFound } from './isNotFound.js'
import { toNameProfile } from './toNameProfile.js'
import { toPathPart } from './toPathPart.js'
import type { NameProfile } from './types.js'

export type FetchProfilesOfRequest = {
  readonly address: string
  /** Who asks, where known. */
  readonly sender?: string | undefined
  readonly signal: AbortSignal
}

/** The names of an address: `GET /v1/profile/reverse/{address}` [S7.14]. None where nobody knows it. */
export async function fetchProfilesOf(
  modal: Modal,
  { address, sender, signal }: FetchProfilesOfRequest,
): Promise<readonly NameProfile[]> {
  const path = `/v1/profile/reverse/${toPathPart(address)}`
  try {
    const reply = await callBlockchain(modal, { path, params: { sender, apiVersion: 2 }, signal })
    return need(
      { profiles: reply },
      'profiles',
      rowsOf((row) => toNameProfile(modal, row)),
    )
  } catch (cause) {
    if (isNotFound(cause)) return []
    throw cause
  }
}
