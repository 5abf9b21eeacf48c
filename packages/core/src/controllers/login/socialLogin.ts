import type { Connector } from '../../contracts/connector.js'
import type { ErrorCode } from '../../errors/codes.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { isMessenger, readTraits, toSystem } from '../../links/host.js'
import { abortAttempt } from '../../modal/attempts.js'
import { loginDeadlines } from '../../modal/deadlines.js'
import { type Social, type SocialProvider, socialProviders } from '../../modal/features.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import type { Namespace } from '../../utils/caip.js'
import { finishConnect } from '../connection/flow.js'
import { getAuthConnector, requireAuthFeature } from '../requests/embeddedWallet.js'
import { track } from '../shell/events.js'
import { getRoute, show, watchMoves } from '../shell/router.js'
import { connectFamilies } from './connectLogin.js'
import { askStep } from './emailLogin.js'
import {
  reduceSocialLogin,
  type SocialLoginError,
  type SocialLoginEvent,
  socialLoginDeadline,
  socialLoginKey,
} from './socialState.js'

export type StartSocialLoginOptions = {
  readonly provider: SocialProvider
  /** Only this chain family; all that the wallet and the modal have unless told. */
  readonly namespace?: Namespace | undefined
}

/**
 * The flow behind a provider's button: has the embedded wallet open the popup, before this returns, shows that it waits, and
 * connects every chain family when the provider has said who it is; then the modal closes. How far it has come, and what failed,
 * is in `state.socialLogin`; after a failure it is called again. Leaving the view ends it, and closes the popup. A login at the same
 * provider that runs is gone on with. Resolves when nothing is left to do.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `FEATURE_NOT_SUPPORTED`, also for what is no provider [S5.3].
 */
export async function startSocialLogin(
  modal: Modal,
  { provider, namespace = modal.getState().modal.namespace }: StartSocialLoginOptions,
): Promise<void> {
  const { connector, run } = requireAuthFeature(modal, 'social:login')
  if (!isProvider(provider)) throw new FeatureNotSupportedError({ feature: provider, by: connector.meta.name })
  const { socialLogin } = modal.getState()
  if (socialLogin && socialLogin.step !== 'idle' && socialLogin.provider === provider) {
    const { error, step } = socialLogin
    // the provider has done its part: nobody is asked again
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
  watchSocialLogin(modal)
  track(modal, 'SOCIAL_LOGIN_STARTED', { provider })
  return takeSocialLogin(modal, (signal) =>
    run({
      provider,
      signal,
      onStep(step) {
        if (step === 'retrieving' && !signal.aborted) receiveSocialLogin(modal)
      },
    }),
  )
}

function isProvider(provider: string): boolean {
  return provider !== 'farcaster' && socialProviders.some((name) => name === provider)
}

/**
 * Goes on with a login at a provider that the visitor has come back from without a popup: the modal opens and shows that the
 * result is being checked, and closes when all is connected. What failed is tried again from there.
 */
export async function resumeSocialLogin(modal: Modal, { features }: Connector): Promise<void> {
  const resume = features['social:resume']
  if (!resume || modal[internals].signal.aborted) return
  let isShown = false
  await takeSocialLogin(modal, (signal) => {
    const onStart = (provider: SocialProvider): void => {
      if (signal.aborted) return
      isShown = true
      show(modal, { view: 'ConnectingSocial', params: { provider } })
      setSocialLogin(modal, { type: 'started', provider, namespace: undefined })
      watchSocialLogin(modal)
      receiveSocialLogin(modal)
    }
    return resume({ signal, onStart }).catch((cause: unknown) => {
      if (!isShown) modal[internals].warn(cause) // the visitor sees nothing of it
      throw cause
    })
  })
}

/**
 * Goes on with the login that the view shows: one that runs has its popup brought to the front, one that failed, or never ran,
 * begins. The popup opens before this returns. Does nothing where no such view shows. Throws as `startSocialLogin`.
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

/** Logged in at a provider: connects every chain family that wallet and modal have, and leaves what led here. */
export async function connectSocialLogin(modal: Modal): Promise<void> {
  const { socialLogin } = modal.getState()
  if (socialLogin?.step !== 'connecting') return
  const { namespace, provider } = socialLogin
  await askStep(modal, {
    key: socialLoginKey,
    deadline: loginDeadlines.connect,
    ask: (signal) => connectFamilies(modal, { namespace, signal }),
    onReply: () => {
      const isShown = isSocialLoginShown(modal.getState())
      endSocialLogin(modal)
      track(modal, 'SOCIAL_LOGIN_SUCCESS', { provider })
      if (isShown) finishConnect(modal)
      return undefined
    },
    onError: (error) => {
      // who ended it, or has left, has nobody to tell
      if (error.code === 'ABORTED' || !isSocialLoginShown(modal.getState())) endSocialLogin(modal)
      else failSocialLogin(modal, error)
    },
  })
}

/** Waits for the wallet to learn who it is, and connects. `ask` is called before this returns. Never rejects. */
export function takeSocialLogin(modal: Modal, ask: (signal: AbortSignal) => Promise<void>): Promise<void> {
  return askStep(modal, {
    key: socialLoginKey,
    deadline: socialLoginDeadline,
    ask,
    onReply: () => (setSocialLogin(modal, { type: 'verified' }) ? () => connectSocialLogin(modal) : undefined),
    onError: (error) => failSocialLogin(modal, error),
  })
}

/** The provider's result is here. */
export function receiveSocialLogin(modal: Modal): void {
  const { socialLogin } = modal.getState()
  if (!socialLogin || socialLogin.step === 'idle' || !setSocialLogin(modal, { type: 'received' })) return
  track(modal, 'SOCIAL_LOGIN_REQUEST_USER_DATA', { provider: socialLogin.provider })
}

/** Ends the login when the visitor leaves its view. Who leaves once the wallet knows who it is has logged in all the same. */
export function watchSocialLogin(modal: Modal): void {
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

/** Whether the visitor sees the login at a provider. */
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

/** The login at a provider is over, whichever way: what still waits for an answer ends with `ABORTED`, and its popup closes. */
export function endSocialLogin(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(socialLoginKey)?.()
  listening.delete(socialLoginKey)
  abortAttempt(modal, socialLoginKey)
  setSocialLogin(modal, { type: 'ended' })
}

/** Notes how the login at a provider failed, and tells the app. Who closes the popup has changed their mind. */
export function failSocialLogin(modal: Modal, cause: LatchkeyError): void {
  const { socialLogin } = modal.getState()
  if (!socialLogin || socialLogin.step === 'idle') return
  const { provider } = socialLogin
  const { code, shortMessage: message } = cause
  setSocialLogin(modal, { type: 'failed', error: toSocialError(cause) })
  if (code === 'POPUP_CLOSED') track(modal, 'SOCIAL_LOGIN_CANCELED', { provider })
  else track(modal, 'SOCIAL_LOGIN_ERROR', { provider, code, message })
}

/** Notes what happened to the login at a provider. Returns whether that changed anything. */
export function setSocialLogin(modal: Modal, event: SocialLoginEvent): boolean {
  const before = modal.getState().socialLogin ?? { step: 'idle' }
  const socialLogin = reduceSocialLogin(before, event)
  if (socialLogin === before) return false
  modal[internals].store.setState((state) => ({ ...state, socialLogin }))
  return true
}

/** Providers that do not let visitors in from the browser inside a messaging app, by its system. [S5.4] */
const barred: { readonly [system in 'ios' | 'mac' | 'android' | 'other']: readonly Social[] } = {
  ios: ['google'],
  mac: ['x'],
  android: ['facebook', 'x'],
  other: [],
}

/** The logins at other sites that this visitor can use, in their order: none without a wallet that has them. */
export function filterSocials(modal: Modal): readonly Social[] {
  const { socials } = modal.getState().features
  const features = getAuthConnector(modal)?.features
  if (!socials || !features) return []
  const traits = readTraits(modal.env.window())
  const left = isMessenger(traits) ? barred[toPlace(traits)] : []
  return socials.filter(
    (social) => features[social === 'farcaster' ? 'farcaster:start' : 'social:login'] && !left.includes(social),
  )
}

function toPlace(traits: ReturnType<typeof readTraits>): keyof typeof barred {
  const system = toSystem(traits)
  return system === 'other' && /macintosh/i.test(traits.userAgent) ? 'mac' : system
}

/** Faults whose details are the words of another site. */
const worded: readonly ErrorCode[] = ['SOCIAL_FAILED', 'FARCASTER_FAILED']

/** Characters. */
const longest = 200

/** A fault as the state keeps it: with what the other site said, cut to what is safe to show. */
export function toSocialError({ code, shortMessage: message, details = '' }: LatchkeyError): SocialLoginError {
  const visible = details.slice(0, 1_000).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  const words = [...visible.trim()].slice(0, longest).join('')
  return worded.includes(code) && words ? { code, message, details: words } : { code, message }
}
