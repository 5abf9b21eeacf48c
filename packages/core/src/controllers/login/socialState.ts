import type { SocialStep } from '../../contracts/features.js'
import type { PasskeyUse, SocialProvider } from '../../modal/features.js'
import type { Namespace } from '../../utils/caip.js'
import type { RequestError } from '../connection/state.js'

/** Why a social login failed. */
export type SocialLoginError = RequestError & {
  /** The reason given by the provider or by Farcaster; safe to show as text. */
  readonly details?: string | undefined
}

/** The state of a login with a provider. A step with an error has stopped and can be retried. */
export type SocialLoginState =
  | { readonly step: 'idle' }
  | {
      /**
       * `popup`: the user signs in at the provider. `retrieving`: checks the result. `connecting`: logged in, connects
       * the namespaces.
       */
      readonly step: SocialStep | 'connecting'
      readonly provider: SocialProvider
      /** Default: all namespaces that both the wallet and the modal support. */
      readonly namespace?: Namespace | undefined
      readonly error?: SocialLoginError | undefined
    }

/**
 * Timeout in milliseconds: 10 min at the provider, 20 s for the frame to load, 120 s to check the result, and a margin.
 */
export const socialLoginTimeout = 750_000

/** Key of the attempt and its listener. */
export const socialLoginKey = 'socialLogin'

/** The state of a login with a passkey. A step with an error has stopped and can be retried. */
export type PasskeyLoginState =
  | { readonly step: 'idle' }
  | {
      /** `waiting`: for the browser's passkey dialog. `connecting`: logged in, connects the namespaces. */
      readonly step: 'waiting' | 'connecting'
      readonly use: PasskeyUse
      /** Default: all namespaces that both the wallet and the modal support. */
      readonly namespace?: Namespace | undefined
      readonly error?: SocialLoginError | undefined
    }

/** Events of a login with a provider. Those that don't fit the current step are ignored. */
export type SocialLoginEvent =
  | { readonly type: 'started'; readonly provider: SocialProvider; readonly namespace: Namespace | undefined }
  /** The provider's result has arrived. */
  | { readonly type: 'received' }
  /** The wallet has identified the user. */
  | { readonly type: 'verified' }
  /** Retries the connection after that. */
  | { readonly type: 'retried' }
  | { readonly type: 'failed'; readonly error: SocialLoginError }
  /** Everything is connected, or the user has left. */
  | { readonly type: 'ended' }

const idle: SocialLoginState = { step: 'idle' }

/** Applies an event to the login. Returns the same state if nothing changed. */
export function reduceSocialLogin(state: SocialLoginState, event: SocialLoginEvent): SocialLoginState {
  if (event.type === 'ended') return state.step === 'idle' ? state : idle
  if (event.type === 'started') return { step: 'popup', provider: event.provider, namespace: event.namespace }
  if (state.step === 'idle') return state
  const { error, ...rest } = state
  if (event.type === 'failed') return { ...rest, error: event.error }
  // after a failure only a retry continues
  if (error) return event.type === 'retried' && state.step === 'connecting' ? rest : state
  if (event.type === 'received') return state.step === 'popup' ? { ...rest, step: 'retrieving' } : state
  if (event.type === 'verified') return state.step === 'connecting' ? state : { ...rest, step: 'connecting' }
  return state
}

/** The state of a login with Farcaster. A step with an error has stopped and can be retried. */
export type FarcasterState =
  | { readonly step: 'idle'; readonly url?: undefined }
  | {
      /**
       * `starting`: requests a link. `shown`: the user opens it on a phone. `connecting`: logged in, connects the
       * namespaces.
       */
      readonly step: 'starting' | 'shown' | 'connecting'
      /** The link; set from `shown` on. */
      readonly url?: string | undefined
      /** Default: all namespaces that both the wallet and the modal support. */
      readonly namespace?: Namespace | undefined
      readonly error?: SocialLoginError | undefined
    }

/** Timeouts in milliseconds. */
export const farcasterTimeouts = {
  /** 20 s for the frame to load, 120 s to respond, and a margin. */
  start: 150_000,
  /** For the user to open the link on a phone and confirm. */
  wait: 600_000,
} as const

/** Key of the attempt and its listener. */
export const farcasterKey = 'farcaster'

/** Events of a login with Farcaster. Those that don't fit the current step are ignored. */
export type FarcasterEvent =
  | { readonly type: 'started'; readonly namespace: Namespace | undefined }
  /** The link has arrived. */
  | { readonly type: 'shown'; readonly url: string }
  /** The user has confirmed on the phone. */
  | { readonly type: 'agreed' }
  /** Retries the connection after that. */
  | { readonly type: 'retried' }
  | { readonly type: 'failed'; readonly error: SocialLoginError }
  /** Everything is connected, or the user has left. */
  | { readonly type: 'ended' }

const noFarcasterLogin: FarcasterState = { step: 'idle' }

/** Applies an event to the login. Returns the same state if nothing changed. */
export function reduceFarcaster(state: FarcasterState, event: FarcasterEvent): FarcasterState {
  if (event.type === 'ended') return state.step === 'idle' ? state : noFarcasterLogin
  if (event.type === 'started') return { step: 'starting', namespace: event.namespace }
  if (state.step === 'idle') return state
  const { error, ...rest } = state
  const { step } = state
  if (event.type === 'failed') return { ...rest, error: event.error }
  // after a failure only a retry continues
  if (error) return event.type === 'retried' && step === 'connecting' ? rest : state
  if (event.type === 'shown') return step === 'starting' ? { ...rest, step: 'shown', url: event.url } : state
  if (event.type === 'agreed') return step === 'shown' ? { ...rest, step: 'connecting' } : state
  return state
}
