import type { SocialStep } from '../../contracts/features.js'
import type { SocialProvider } from '../../modal/features.js'
import type { Namespace } from '../../utils/caip.js'
import type { AskError } from '../connection/state.js'

/** How a login at another site failed. */
export type SocialLoginError = AskError & {
  /** Why, in the words of the provider or of Farcaster; safe to show as text. */
  readonly details?: string | undefined
}

/** Where a login at a provider is. A step with an error is not running: the visitor may try it again. */
export type SocialLoginState =
  | { readonly step: 'idle' }
  | {
      /**
       * `popup`: the provider has the visitor. `retrieving`: its result is being checked. `connecting`: logged in; the chain
       * families are being connected.
       */
      readonly step: SocialStep | 'connecting'
      readonly provider: SocialProvider
      /** Only this chain family; all that the wallet and the modal have unless told. */
      readonly namespace?: Namespace | undefined
      readonly error?: SocialLoginError | undefined
    }

/** Milliseconds: ten minutes with the provider; then the frame loads (20 s) and checks the result (120 s), with time to say so. */
export const socialLoginDeadline = 750_000

/** Name of what runs while a visitor logs in at a provider; not the key of a connection: those name a namespace. */
export const socialLoginKey = 'socialLogin'

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

/** Where a login with Farcaster is. A step with an error is not running: the visitor may try it again. */
export type FarcasterState =
  | { readonly step: 'idle'; readonly url?: undefined }
  | {
      /**
       * `starting`: a link is asked for. `shown`: the visitor follows it on a phone. `connecting`: logged in; the chain families
       * are being connected.
       */
      readonly step: 'starting' | 'shown' | 'connecting'
      /** The link, from `shown` on. */
      readonly url?: string | undefined
      /** Only this chain family; all that the wallet and the modal have unless told. */
      readonly namespace?: Namespace | undefined
      readonly error?: SocialLoginError | undefined
    }

/** How long each step has, in milliseconds. */
export const farcasterDeadlines = {
  /** The frame loads (20 s) and answers (120 s), with time to say so. */
  start: 150_000,
  /** The visitor takes the phone, follows the link and agrees. */
  wait: 600_000,
} as const

/** Name of what runs while a visitor logs in with Farcaster; not the key of a connection: those name a namespace. */
export const farcasterKey = 'farcaster'

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

const noFarcasterLogin: FarcasterState = { step: 'idle' }

/** Where a login with Farcaster is after an event. Gives the same state where nothing changed. */
export function reduceFarcaster(state: FarcasterState, event: FarcasterEvent): FarcasterState {
  if (event.type === 'ended') return state.step === 'idle' ? state : noFarcasterLogin
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

/** A request that waits in an embedded wallet's own screen. */
export type Approval = {
  readonly connectorId: string
  /** Of the request. */
  readonly id: string
}

/** Milliseconds from a request that is not allowed until the visitor is told. [S8.17] [S9.16] */
export const notAllowedDelay = 300

/** Name of what follows the view while requests wait; not the key of a connection: those name a namespace. */
export const approvalKey = 'approval'
