import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { NameRefusedError } from '../../errors/services.js'
import type { Modal } from '../../modal/modal.js'
import { readText } from '../../utils/bytes.js'
import { isRecord, readField } from '../../utils/records.js'
import { callBlockchain, isNotFound, toPathPart } from './client.js'
import { flag, imageUrl, optional, record, required, rowsOf, text } from './fields.js'
import type { NameProfile, NameSuggestion } from './types.js'

/** The name and avatar of an address. */
type Identity = { readonly name?: string | undefined; readonly avatar?: string | undefined }

type FetchIdentityOfRequest = {
  readonly address: string
  /** The requesting account, if known. */
  readonly sender?: string | undefined
  readonly signal: AbortSignal
}

/**
 * Fetches the name and avatar of an address: `GET /v1/identity/{address}` [S7.3]. Empty if it is unknown. Throws like
 * `callBlockchain`.
 */
export async function fetchIdentityOf(
  modal: Modal,
  { address, sender, signal }: FetchIdentityOfRequest,
): Promise<Identity> {
  const path = `/v1/identity/${toPathPart(address)}`
  try {
    const reply = await callBlockchain(modal, { path, params: { sender }, signal })
    return { name: optional(reply, 'name', text), avatar: optional(reply, 'avatar', imageUrl(modal)) }
  } catch (cause) {
    if (isNotFound(cause)) return {}
    throw cause
  }
}

/** Fetches the profile of a name: `GET /v1/profile/account/{name}` [S7.13]. Undefined if the name isn't registered. */
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

type FetchProfilesOfRequest = {
  readonly address: string
  /** The requesting account, if known. */
  readonly sender?: string | undefined
  readonly signal: AbortSignal
}

/** Fetches the profiles of an address: `GET /v1/profile/reverse/{address}` [S7.14]. Empty if it is unknown. */
export async function fetchProfilesOf(
  modal: Modal,
  { address, sender, signal }: FetchProfilesOfRequest,
): Promise<readonly NameProfile[]> {
  const path = `/v1/profile/reverse/${toPathPart(address)}`
  try {
    const reply = await callBlockchain(modal, { path, params: { sender, apiVersion: 2 }, signal })
    return required(
      { profiles: reply },
      'profiles',
      rowsOf((row) => toNameProfile(modal, row)),
    )
  } catch (cause) {
    if (isNotFound(cause)) return []
    throw cause
  }
}

type FetchNameSuggestionsRequest = {
  readonly name: string
  /** The parent domain of registered names, e.g. `latchkey.id`. */
  readonly zone: string
  readonly signal: AbortSignal
}

/** Fetches suggestions for a name, with their availability: `GET /v1/profile/suggestions/{name}` [S7.15]. */
export async function fetchNameSuggestions(
  modal: Modal,
  { name, zone, signal }: FetchNameSuggestionsRequest,
): Promise<readonly NameSuggestion[]> {
  const path = `/v1/profile/suggestions/${toPathPart(name)}`
  const reply = await callBlockchain(modal, { path, params: { zone }, signal })
  return required(
    reply,
    'suggestions',
    rowsOf((row) => ({ name: required(row, 'name', text), registered: required(row, 'registered', flag) })),
  )
}

type RegisterProfileRequest = {
  /** SLIP-44; for EVM chains plus 0x80000000 (ENSIP-11). */
  readonly coinType: number
  readonly address: string
  readonly message: string
  readonly signature: string
  readonly signal: AbortSignal
}

/** Registers a name: `POST /v1/profile/account` [S7.16]. Throws `NAME_REFUSED` with the service's reasons. */
export async function registerProfile(
  modal: Modal,
  { coinType, signal, ...fields }: RegisterProfileRequest,
): Promise<{ readonly success: true }> {
  try {
    const body = { coin_type: coinType, ...fields }
    const reply = await callBlockchain(modal, { path: '/v1/profile/account', body, signal })
    return { success: required(reply, 'success', (value) => (value === true ? value : null)) }
  } catch (cause) {
    throw await toRefusal(cause)
  }
}

/** Parses a profile. Throws `INVALID_REPLY`. */
export function toNameProfile(modal: Modal, row: unknown): NameProfile {
  const addresses = required(row, 'addresses', record)
  return {
    name: required(row, 'name', text),
    addresses: Object.fromEntries(
      Object.entries(addresses).flatMap(([coinType, entry]) => {
        const address = optional(entry, 'address', text)
        return address === undefined ? [] : [[coinType, { address, created: optional(entry, 'created', text) }]]
      }),
    ),
    attributes: required(row, 'attributes', (value) =>
      rowsOf((entry) => ({ avatar: optional(entry, 'avatar', imageUrl(modal)), bio: optional(entry, 'bio', text) }))(
        isRecord(value) ? [value] : value,
      ),
    ),
  }
}

async function toRefusal(cause: unknown): Promise<unknown> {
  const response = isLatchkeyError(cause) && cause.code === 'HTTP_STATUS' ? readField(cause, 'cause') : undefined
  if (!(response instanceof Response)) return cause
  try {
    const reasons = optional(
      JSON.parse(await readText(response)),
      'reasons',
      rowsOf((row) => ({ name: required(row, 'name', text), description: required(row, 'description', text) })),
    )
    return reasons?.length ? new NameRefusedError({ reasons, cause }) : cause
  } catch {
    return cause // without reasons, the status has to do
  }
}
