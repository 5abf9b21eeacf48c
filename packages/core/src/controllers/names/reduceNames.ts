import type { NameSuggestion } from '../../api/blockchain/types.js'
import { parseAccountName } from './parseAccountName.js'
import { initialNames, type NameError, type NamesState } from './state.js'

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
