import type { Modal } from '../../modal/modal.js'
import { callBlockchain, toPathPart } from './client.js'
import { imageUrl, number, optional, record, required, rowsOf, text } from './fields.js'
import type { SmartSession } from './types.js'

type RevokeSmartSessionRequest = {
  readonly address: string
  readonly pci: string
  readonly signature: string
  readonly signal: AbortSignal
}

/** Fetches the permissions that an account has granted: `GET /v1/sessions/{address}` [S7.20]. */
export async function fetchSmartSessions(
  modal: Modal,
  { address, signal }: { readonly address: string; readonly signal: AbortSignal },
): Promise<readonly SmartSession[]> {
  const reply = await callBlockchain(modal, { path: `/v1/sessions/${toPathPart(address)}`, signal })
  return required(
    reply,
    'pcis',
    rowsOf((row) => toSession(modal, row)),
  )
}

/** Revokes a permission: `POST /v1/sessions/{address}/revoke` [S7.21]. */
export async function revokeSmartSession(
  modal: Modal,
  { address, pci, signature, signal }: RevokeSmartSessionRequest,
): Promise<void> {
  const path = `/v1/sessions/${toPathPart(address)}/revoke`
  await callBlockchain(modal, { path, body: { pci, signature }, signal })
}

function toSession(modal: Modal, row: unknown): SmartSession {
  const project = required(row, 'project', record)
  return {
    pci: required(row, 'pci', text),
    project: {
      id: required(project, 'id', text),
      name: required(project, 'name', text),
      url: optional(project, 'url', text),
      iconUrl: optional(project, 'iconUrl', imageUrl(modal)),
    },
    expiration: required(row, 'expiration', number),
    revokedAt: optional(row, 'revokedAt', number),
    createdAt: optional(row, 'createdAt', number),
    permissions:
      optional(row, 'permissions', (value): readonly unknown[] | null => (Array.isArray(value) ? value : null)) ?? [],
    context: optional(row, 'context', text),
  }
}
