import type { Namespace } from '../../utils/caip.js'
import type { SocialLoginError } from '../social/state.js'
import type { FarcasterState } from './state.js'

/** What happens to a login with Farcaster. What does not fit the step that it is in changes nothing. */
export type FarcasterEvent =
  | { readonly type: 'started'; readonly namespace: Namespace | undefined }
  /** The link to follow is here. */
  | { readonly type: 'shown'; readonly url: string }
  /** The visitor has agreed on the phone. */
  | { readonly type: 'agreed' }
  /** What is left to do after that is done again. */
  | { readonly type: 'retried' }
  | { readonly type: 'failed'; readonly error: SocialLoginError }
  /** All is connected, or the visitor has left. */
  | { readonly type: 'ended' }

const idle: FarcasterState = { step: 'idle' }

/** Where a login with Farcaster is after an event. Gives the same state where nothing changed. */
export function reduceFarcaster(state: FarcasterState, event: FarcasterEvent): FarcasterState {
  if (event.type === 'ended') return state.step === 'idle' ? state : idle
  if (event.type === 'started') return { step: 'starting', namespace: event.namespace }
  if (state.step === 'idle') return state
  const { error, ...rest } = state
  const { step } = state
  if (event.type === 'failed') return { ...rest, error: event.error }
  // what has failed goes on by being tried again, and not by itself
  if (error) return event.type === 'retried' && step === 'connecting' ? rest : state
  if (event.type === 'shown') return step === 'starting' ? { ...rest, step: 'shown', url: event.url } : state
  if (event.type === 'agreed') return step === 'shown' ? { ...rest, step: 'connecting' } : state
  return state
}
