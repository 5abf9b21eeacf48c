import type { Modal } from '../../modal/modal.js'
import { omitUndefined } from '../../utils/records.js'
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

type CreateSmartSessionRequest = {
  readonly address: string
  /** The id to use. Default: the service's choice. */
  readonly pci?: string | undefined
  readonly project: SmartSession['project']
  readonly permissions: readonly object[]
  /** Seconds since the epoch. */
  readonly expiry: number
  readonly signal: AbortSignal
}

/**
 * Creates a session for permissions that a wallet granted, to be activated by the account: `POST /v1/sessions/{address}`.
 * Resolves with its id.
 */
export async function createSmartSession(
  modal: Modal,
  { address, signal, ...session }: CreateSmartSessionRequest,
): Promise<string> {
  const path = `/v1/sessions/${toPathPart(address)}`
  const body = omitUndefined({ ...session, signer: { type: 'wallet', data: {} } })
  return required(await callBlockchain(modal, { path, body, signal }), 'pci', text)
}

/** Lists a session from now on: `POST /v1/sessions/{address}/activate`. */
export async function activateSmartSession(
  modal: Modal,
  { address, signal, ...body }: RevokeSmartSessionRequest & { readonly context: string },
): Promise<void> {
  await callBlockchain(modal, { path: `/v1/sessions/${toPathPart(address)}/activate`, body, signal })
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
    listedBy: ['service'],
  }
}
