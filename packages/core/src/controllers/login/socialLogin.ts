import type { Connector } from '../../contracts/connector.js'
import type { ErrorCode } from '../../errors/codes.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { isMessenger, readTraits, toSystem } from '../../links/host.js'
import { abortAttempt } from '../../modal/attempts.js'
import { type Social, type SocialProvider, socialProviders } from '../../modal/features.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getAuthConnector, requireAuthFeature } from '../requests/embeddedWallet.js'
import { getRoute, show, track, watchMoves } from '../shell/actions.js'
import { connectLogin, runStep } from './flow.js'
import {
  reduceSocialLogin,
  type SocialLoginError,
  type SocialLoginEvent,
  socialLoginKey,
  socialLoginTimeout,
} from './socialState.js'

export type StartSocialLoginOptions = {
  readonly provider: SocialProvider
  /** Default: all namespaces that both the wallet and the modal support. */
  readonly namespace?: Namespace | undefined
}

/**
 * Starts a login with a provider, or retries it after a failure. The embedded wallet opens the pop-up synchronously;
 * when the provider has identified the user, connects all namespaces and closes the modal. Progress and errors go to
 * `state.socialLogin`. Leaving the view ends the login and closes the pop-up. Focuses the pop-up if a login with the
 * same provider is in progress. Resolves when it is done.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `FEATURE_NOT_SUPPORTED`, also for unknown providers [S5.3].
 */
export async function startSocialLogin(
  modal: Modal,
  { provider, namespace = modal.getState().modal.namespace }: StartSocialLoginOptions,
): Promise<void> {
  const { connector, run } = requireAuthFeature(modal, 'social:login')
  if (!isProvider(modal, provider)) throw new FeatureNotSupportedError({ feature: provider, by: connector.meta.name })
  const { socialLogin } = modal.getState()
  if (socialLogin && socialLogin.step !== 'idle' && socialLogin.provider === provider) {
    const { error, step } = socialLogin
    // the user is identified already: only retry the connection
    if (step === 'connecting')
      return error && setSocialLogin(modal, { type: 'retried' }) ? connectSocialLogin(modal) : undefined
    if (!error) {
      connector.features['social:reopen']?.()
      return
    }
  }
  show(modal, { view: 'ConnectingSocial', params: { provider } })
  endSocialLogin(modal)
  setSocialLogin(modal, { type: 'started', provider, namespace })
  endSocialLoginOnLeave(modal)
  track(modal, 'SOCIAL_LOGIN_STARTED', { provider })
  return runSocialLogin(modal, (signal) =>
    run({
      provider,
      signal,
      onStep(step) {
        if (step === 'retrieving' && !signal.aborted) handleSocialResult(modal)
      },
    }),
  )
}

/**
 * Retries the login of the current view: focuses the pop-up of one in progress, or starts one, opening the pop-up
 * synchronously. Does nothing in other views. Throws as `startSocialLogin` does.
 */
export async function retrySocialLogin(modal: Modal): Promise<void> {
  const state = modal.getState()
  const route = getRoute(state)
  if (!state.modal.open || route.view !== 'ConnectingSocial') return
  const { provider } = route.params
  const { socialLogin } = state
  const isSame = socialLogin !== undefined && socialLogin.step !== 'idle' && socialLogin.provider === provider
  await startSocialLogin(modal, { provider, ...(isSame && { namespace: socialLogin.namespace }) })
}

/**
 * Resumes a login after a redirect to the provider without a pop-up. Opens the modal while the result is checked, and
 * closes it when everything is connected. The user can retry a failure from there.
 */
export async function resumeSocialLogin(modal: Modal, { features }: Connector): Promise<void> {
  const resume = features['social:resume']
  if (!resume || modal[internals].signal.aborted) return
  let isShown = false
  await runSocialLogin(modal, (signal) => {
    const onStart = (provider: SocialProvider): void => {
      if (signal.aborted) return
      isShown = true
      show(modal, { view: 'ConnectingSocial', params: { provider } })
      setSocialLogin(modal, { type: 'started', provider, namespace: undefined })
      endSocialLoginOnLeave(modal)
      handleSocialResult(modal)
    }
    return resume({ signal, onStart }).catch((cause: unknown) => {
      if (!isShown) modal[internals].warn(cause) // not cleaned to the user
      throw cause
    })
  })
}

/** Providers that refuse logins from in-app browsers of messengers, by operating system. [S5.4] */
const blockedProviders: { readonly [system in 'ios' | 'mac' | 'android' | 'other']: readonly Social[] } = {
  ios: ['google'],
  mac: ['x'],
  android: ['facebook', 'x'],
  other: [],
}

/**
 * Returns the social logins that are available in this browser, in the app's order. None without an embedded wallet
 * that supports them.
 */
export function filterSocials(modal: Modal): readonly Social[] {
  const { socials } = modal.getState().features
  const features = getAuthConnector(modal)?.features
  if (!socials || !features) return []
  const traits = readTraits(modal.env.window())
  const blocked = isMessenger(traits) ? blockedProviders[detectSystem(traits)] : []
  return socials.filter(
    (social) => features[social === 'farcaster' ? 'farcaster:start' : 'social:login'] && !blocked.includes(social),
  )
}

/** Errors whose details come from the provider or from Farcaster. */
const detailedCodes: readonly ErrorCode[] = ['SOCIAL_FAILED', 'FARCASTER_FAILED', 'PASSKEY_FAILED']

/** Characters. */
const maxDetailsLength = 200

/** Converts an error for the state. Includes the provider's details, cleaned so that they are safe to show. */
export function toSocialError({ code, shortMessage: message, details = '' }: LatchkeyError): SocialLoginError {
  const cleaned = details.slice(0, 1_000).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  const text = [...cleaned.trim()].slice(0, maxDetailsLength).join('')
  return detailedCodes.includes(code) && text ? { code, message, details: text } : { code, message }
}

/** Whether the login is cleaned. */
export function isSocialLoginShown(state: ModalState): boolean {
  const { modal, socialLogin } = state
  const route = getRoute(state)
  return (
    modal.open &&
    route.view === 'ConnectingSocial' &&
    socialLogin !== undefined &&
    socialLogin.step !== 'idle' &&
    socialLogin.provider === route.params.provider
  )
}

/** A known provider, or one of the operator's own that the app lists. */
function isProvider(modal: Modal, provider: string): boolean {
  const { socials } = modal.getState().features
  const listed: readonly string[] = socials || []
  return provider !== 'farcaster' && [...socialProviders, ...listed].includes(provider)
}

/** Waits until the wallet has identified the user; then connects. Calls `request` synchronously. Never rejects. */
function runSocialLogin(modal: Modal, request: (signal: AbortSignal) => Promise<void>): Promise<void> {
  return runStep(modal, {
    key: socialLoginKey,
    timeout: socialLoginTimeout,
    request,
    onReply: () => (setSocialLogin(modal, { type: 'verified' }) ? () => connectSocialLogin(modal) : undefined),
    onError: (error) => failSocialLogin(modal, error),
  })
}

/** Connects all namespaces after the login and closes its view. */
async function connectSocialLogin(modal: Modal): Promise<void> {
  const { socialLogin } = modal.getState()
  if (socialLogin?.step !== 'connecting') return
  const { namespace, provider } = socialLogin
  await connectLogin(modal, {
    key: socialLoginKey,
    login: provider,
    namespace,
    isShown: () => isSocialLoginShown(modal.getState()),
    end: () => endSocialLogin(modal),
    fail: (error) => failSocialLogin(modal, error),
    onDone: () => track(modal, 'SOCIAL_LOGIN_SUCCESS', { provider }),
  })
}

/** Notes that the provider's result has arrived, and tracks it. */
function handleSocialResult(modal: Modal): void {
  const { socialLogin } = modal.getState()
  if (!socialLogin || socialLogin.step === 'idle' || !setSocialLogin(modal, { type: 'received' })) return
  track(modal, 'SOCIAL_LOGIN_REQUEST_USER_DATA', { provider: socialLogin.provider })
}

/** Ends the login when the user leaves its view, unless the wallet has already identified them. */
function endSocialLoginOnLeave(modal: Modal): void {
  const { listening } = modal[internals]
  if (listening.has(socialLoginKey)) return
  const stop = watchMoves(modal, (state) => {
    const { socialLogin } = state
    if (!socialLogin || socialLogin.step === 'idle' || isSocialLoginShown(state)) return
    const isRunning = !socialLogin.error
    if (isRunning && socialLogin.step === 'connecting') return
    endSocialLogin(modal)
    if (isRunning) track(modal, 'SOCIAL_LOGIN_CANCELED', { provider: socialLogin.provider })
  })
  listening.set(socialLoginKey, stop)
}

/** Ends the login and aborts pending requests, which closes the pop-up. */
function endSocialLogin(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(socialLoginKey)?.()
  listening.delete(socialLoginKey)
  abortAttempt(modal, socialLoginKey)
  setSocialLogin(modal, { type: 'ended' })
}

/** Sets the error of the login and tracks it. Closing the pop-up counts as canceling. */
function failSocialLogin(modal: Modal, cause: LatchkeyError): void {
  const { socialLogin } = modal.getState()
  if (!socialLogin || socialLogin.step === 'idle') return
  const { provider } = socialLogin
  const { code, shortMessage: message } = cause
  setSocialLogin(modal, { type: 'failed', error: toSocialError(cause) })
  if (code === 'POPUP_CLOSED') track(modal, 'SOCIAL_LOGIN_CANCELED', { provider })
  else track(modal, 'SOCIAL_LOGIN_ERROR', { provider, code, message })
}

/** Applies an event to the login. Returns whether it changed anything. */
function setSocialLogin(modal: Modal, event: SocialLoginEvent): boolean {
  const before = modal.getState().socialLogin ?? { step: 'idle' }
  const socialLogin = reduceSocialLogin(before, event)
  if (socialLogin === before) return false
  modal[internals].store.setState((state) => ({ ...state, socialLogin }))
  return true
}

function detectSystem(traits: ReturnType<typeof readTraits>): keyof typeof blockedProviders {
  const system = toSystem(traits)
  return system === 'other' && /macintosh/i.test(traits.userAgent) ? 'mac' : system
}
