import type { NameSuggestion } from '../../api/blockchain/types.js'
import { deadlines } from '../../deadlines.js'
import type { NameReason } from '../../errors/services.js'
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
