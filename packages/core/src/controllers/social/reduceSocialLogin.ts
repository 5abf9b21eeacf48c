import type { Namespace } from '../../utils/caip.js'
import type { SocialProvider } from '../features/state.js'
import type { SocialLoginError, SocialLoginState } from './state.js'

/** What happens to a login at a provider. What does not fit the step that it is in changes nothing. */
export type SocialLoginEvent =
  | { readonly type: 'started'; readonly provider: SocialProvider; readonly namespace: Namespace | undefined }
  /** The provider's result is here. */
  | { readonly type: 'received' }
  /** The wallet knows who it is. */
  | { readonly type: 'verified' }
  /** What is left to do after that is done again. */
  | { readonly type: 'retried' }
  | { readonly type: 'failed'; readonly error: SocialLoginError }
  /** All is connected, or the visitor has left. */
  | { readonly type: 'ended' }

const idle: SocialLoginState = { step: 'idle' }

/** Where a login at a provider is after an event. Gives the same state where nothing changed. */
export function reduceSocialLogin(state: SocialLoginState, event: SocialLoginEvent): SocialLoginState {
  if (event.type === 'ended') return state.step === 'idle' ? state : idle
  if (event.type === 'started') return { step: 'popup', provider: event.provider, namespace: event.namespace }
  if (state.step === 'idle') return state
  const { error, ...rest } = state
  if (event.type === 'failed') return { ...rest, error: event.error }
  // what has failed goes on by being tried again, and not by itself
  if (error) return event.type === 'retried' && state.step === 'connecting' ? rest : state
  if (event.type === 'received') return state.step === 'popup' ? { ...rest, step: 'retrieving' } : state
  if (event.type === 'verified') return state.step === 'connecting' ? state : { ...rest, step: 'connecting' }
  return state
}
