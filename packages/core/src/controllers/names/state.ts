import { type NameReason, NameRefusedError } from '../../errors/services.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { deadlines } from '../../modal/deadlines.js'
import type { NameSuggestion } from '../../service/blockchain/types.js'
import type { AskError } from '../connection/state.js'

/** How looking for a name, or registering it, failed. */
export type NameError = AskError & {
  /** What is wrong, in the words of the service; safe to show as text. */
  readonly reasons?: readonly NameReason[] | undefined
}

/** A name for the account. */
export type NamesState = {
  /**
   * `choosing`: the visitor types. `signing`: the wallet is asked. `registering`: the service is. `registered`: it is the
   * account's. After a failure it is `choosing`, with an error.
   */
  readonly step: 'choosing' | 'signing' | 'registering' | 'registered'
  /** As typed. */
  readonly text: string
  /** What it would be called, e.g. `ada.example.org`; known once the service has been asked. */
  readonly name?: string | undefined
  /** Somebody has it. */
  readonly isTaken: boolean
  /** Others that are free. */
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
  /** From the last key to the question for suggestions. */
  debounce: 500,
  call: 15_000,
  /** The wallet signs, then the service writes. */
  register: deadlines.approval + 15_000,
}

export const nameKeys = { suggest: 'names:suggest', register: 'names:register' } as const

/** Letters, digits and hyphens; 64 characters at most, as no registry takes more. [S5.18] */
const pattern = /^[a-z0-9-]{4,64}$/

/** An account name in small letters, as it is registered; null where it is none. The space around it does not count. */
export function parseAccountName(text: string): string | null {
  const name = text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return pattern.test(name) ? name : null
}

/** What happens to a name that is to be registered. What does not fit the step changes nothing. */
export type NamesEvent =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'suggested'; readonly suggestions: readonly NameSuggestion[] }
  | { readonly type: 'signing' }
  | { readonly type: 'signed' }
  | { readonly type: 'registered' }
  | { readonly type: 'failed'; readonly error: NameError | undefined }
  | { readonly type: 'reset' }

/** Where a name is after an event. Gives the same state where nothing changed. */
export function reduceNames(state: NamesState, event: NamesEvent): NamesState {
  const { step } = state
  switch (event.type) {
    case 'reset':
      return initialNames
    case 'typed':
      return step === 'signing' || step === 'registering' ? state : type(event.text)
    case 'suggested':
      return step === 'choosing' && state.suggestionsLoading ? suggest(state, event.suggestions) : state
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

/** Labels and dots: what is signed has no room for other words of the service. */
const namePattern = /^(?=.{1,255}$)[a-z\d-]{1,63}(\.[a-z\d-]{1,63})*$/i

/** What was known is about another text. */
function type(text: string): NamesState {
  return { ...initialNames, text, suggestionsLoading: parseAccountName(text) !== null }
}

function suggest(state: NamesState, given: readonly NameSuggestion[]): NamesState {
  const suggestions = given.filter(({ name }) => namePattern.test(name))
  const wanted = parseAccountName(state.text)
  // a name may stand before a zone
  const own = suggestions.find(({ name }) => name.toLowerCase().split('.')[0] === wanted)
  return {
    ...state,
    // a service that says nothing of it is asked to register it as it is
    name: own?.name ?? wanted ?? undefined,
    isTaken: own?.registered ?? false,
    suggestions: suggestions.filter((suggestion) => suggestion !== own && !suggestion.registered),
    suggestionsLoading: false,
  }
}

/** What to keep of a fault, with what the service says is wrong. */
export function toNameError(cause: unknown): NameError {
  const { code, shortMessage: message } = toLatchkeyError(cause)
  return { code, message, ...(cause instanceof NameRefusedError && { reasons: cause.reasons }) }
}

/** What an address is called, once that has been asked. */
export type IdentityState = {
  readonly address: string
  readonly name?: string | undefined
  /** URL, for image elements only. */
  readonly image?: string | undefined
}

export const identityLimits = {
  /** Milliseconds that a name and a picture are kept. [S9.2] */
  cache: 300_000,
  /** Addresses that are kept between visits. */
  stored: 20,
} as const
