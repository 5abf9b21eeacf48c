import { type NameReason, NameRefusedError } from '../../errors/services.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { timeouts } from '../../modal/timeouts.js'
import type { NameSuggestion } from '../../service/blockchain/types.js'
import type { RequestError } from '../connection/state.js'

/** Why looking up or registering a name failed. */
export type NameError = RequestError & {
  /** Reasons received by the service; safe to show as text. */
  readonly reasons?: readonly NameReason[] | undefined
}

/** The name that is being registered for the account. */
export type NamesState = {
  /**
   * `choosing`: the user types. `signing`: waits for the wallet. `registering`: waits for the service. `registered`:
   * done. A failure returns to `choosing` and sets `error`.
   */
  readonly step: 'choosing' | 'signing' | 'registering' | 'registered'
  /** As typed. */
  readonly text: string
  /** The full name, e.g. `ada.example.org`; known once the service has responded. */
  readonly name?: string | undefined
  /** Already registered. */
  readonly isTaken: boolean
  /** Other available names. */
  readonly suggestions: readonly NameSuggestion[]
  readonly suggestionsLoading: boolean
  readonly error?: NameError | undefined
}

export const initialNames: NamesState = {
  step: 'choosing',
  text: '',
  isTaken: false,
  suggestions: [],
  suggestionsLoading: false,
}

/** Milliseconds. */
export const nameDelays: { readonly debounce: number; readonly call: number; readonly register: number } = {
  /** From the last keystroke to the request for suggestions. */
  debounce: 500,
  call: 15_000,
  /** Covers the signature and the request to the service. */
  register: timeouts.approval + 15_000,
}

export const nameKeys = { suggest: 'names:suggest', register: 'names:register' } as const

/** Name and picture of an address. */
export type IdentityState = {
  readonly address: string
  readonly name?: string | undefined
  /** URL, for image elements only. */
  readonly image?: string | undefined
}

export const identityLimits = {
  /** Milliseconds for which an identity counts as fresh. [S9.2] */
  cache: 300_000,
  /** Max identities that are persisted. */
  stored: 20,
} as const

/** Events of a name registration. Those that don't fit the current step are ignored. */
export type NamesEvent =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'suggested'; readonly suggestions: readonly NameSuggestion[] }
  | { readonly type: 'signing' }
  | { readonly type: 'signed' }
  | { readonly type: 'registered' }
  | { readonly type: 'failed'; readonly error: NameError | undefined }
  | { readonly type: 'reset' }

/** Applies an event to the registration. Returns the same state if nothing changed. */
export function reduceNames(state: NamesState, event: NamesEvent): NamesState {
  const { step } = state
  switch (event.type) {
    case 'reset':
      return initialNames
    case 'typed':
      return step === 'signing' || step === 'registering' ? state : setText(event.text)
    case 'suggested':
      return step === 'choosing' && state.suggestionsLoading ? addSuggestions(state, event.suggestions) : state
    case 'signing':
      return step === 'choosing' && state.name && !state.isTaken
        ? { ...state, step: 'signing', error: undefined }
        : state
    case 'signed':
      return step === 'signing' ? { ...state, step: 'registering' } : state
    case 'registered':
      return step === 'registering' ? { ...state, step: 'registered' } : state
    case 'failed':
      return step === 'registered'
        ? state
        : { ...state, step: 'choosing', error: event.error, suggestionsLoading: false }
  }
}

/** Letters, digits and hyphens; at most 64 characters, the limit of all registries. [S5.18] */
const pattern = /^[a-z0-9-]{4,64}$/

/** Parses an account name: trimmed and in lower case, as it is registered. Null if it is not valid. */
export function parseAccountName(text: string): string | null {
  const name = text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return pattern.test(name) ? name : null
}

/** Converts a thrown value to the error in the state, with the reasons of the service. */
export function toNameError(cause: unknown): NameError {
  const { code, shortMessage: message } = toLatchkeyError(cause)
  return { code, message, ...(cause instanceof NameRefusedError && { reasons: cause.reasons }) }
}

/** Labels and dots. Anything else from the service must not get into the signed message. */
const fullNamePattern = /^(?=.{1,255}$)[a-z\d-]{1,63}(\.[a-z\d-]{1,63})*$/i

/** Starts over with a new text: suggestions and errors belong to the old one. */
function setText(text: string): NamesState {
  return { ...initialNames, text, suggestionsLoading: parseAccountName(text) !== null }
}

function addSuggestions(state: NamesState, received: readonly NameSuggestion[]): NamesState {
  const suggestions = received.filter(({ name }) => fullNamePattern.test(name))
  const typed = parseAccountName(state.text)
  // the service may append a zone
  const match = suggestions.find(({ name }) => name.toLowerCase().split('.')[0] === typed)
  return {
    ...state,
    // if the service doesn't list the name, register it as typed
    name: match?.name ?? typed ?? undefined,
    isTaken: match?.registered ?? false,
    suggestions: suggestions.filter((suggestion) => suggestion !== match && !suggestion.registered),
    suggestionsLoading: false,
  }
}
