import type { Modal } from '../../modal.js'
import { callBlockchain } from './callBlockchain.js'
import { flag, need, rowsOf, text } from './fields.js'
import { toPathPart } from './toPathPart.js'
import type { NameSuggestion } from './types.js'

export type FetchNameSuggestionsRequest = {
  readonly name: string
  /** Below which names are registered, e.g. `latchkey.id`. */
  readonly zone: string
  readonly signal: AbortSignal
}

/** Names like one that is wanted, and whether they are taken: `GET /v1/profile/suggestions/{name}` [S7.15]. */
export async function fetchNameSuggestions(
  modal: Modal,
  { name, zone, signal }: FetchNameSuggestionsRequest,
): Promise<readonly NameSuggestion[]> {
  const path = `/v1/profile/suggestions/${toPathPart(name)}`
  const reply = await callBlockchain(modal, { path, params: { zone }, signal })
  return need(
    reply,
    'suggestions',
    rowsOf((row) => ({ name: need(row, 'name', text), registered: need(row, 'registered', flag) })),
  )
}
