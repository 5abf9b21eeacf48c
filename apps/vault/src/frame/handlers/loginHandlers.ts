import type { User } from '../../protocol/custody.js'
import { FrameRequestError, VaultError } from '../errors.js'
import type { LoginPrompt } from '../guest/createGuestPrompt.js'
import { type FactorPrompt, withFactor } from '../requests/factorPrompt.js'
import type { Session } from '../session/session.js'
import type { MessageHandlers } from './handlers.js'

export type LoginOptions = {
  readonly session: Session
  /** Milliseconds. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly askFactor: FactorPrompt
  readonly askLogin: LoginPrompt
}

type LoginNames =
  | 'CONNECT_EMAIL'
  | 'CONNECT_DEVICE'
  | 'CONNECT_OTP'
  | 'CONNECT_PHONE'
  | 'CONNECT_PHONE_OTP'
  | 'UPDATE_EMAIL'
  | 'UPDATE_EMAIL_PRIMARY_OTP'
  | 'UPDATE_EMAIL_SECONDARY_OTP'
  | 'ADD_LOGIN'

/** Longer than a mailed link is valid (10 minutes); each poll takes up to 20 seconds, and may return at once. */
const maxPolls = 60

/** Consecutive failures of the vault or its email before we give up. */
const maxFailures = 5

type LoginHandlers = Pick<MessageHandlers, LoginNames> & {
  /** The app has left the message with this id: closes the screen on which a guest adds a login. */
  readonly abandon: (id: string | undefined) => void
}

/** Handlers for logging in by email or SMS, and for changing or adding the address. */
export function createLoginHandlers({ session, wait, askFactor, askLogin }: LoginOptions): LoginHandlers {
  let approval: AbortController | undefined
  let adding: { readonly id: string; readonly ended: AbortController } | undefined

  /** One approval at a time: a later request, or another login, ends the earlier. */
  function startApproval(signal: AbortSignal): AbortSignal {
    approval?.abort(new FrameRequestError('Request was aborted'))
    approval = new AbortController()
    return AbortSignal.any([approval.signal, signal])
  }

  async function awaitApproval(signal: AbortSignal): Promise<void> {
    let failures = 0
    for (let asks = 0; asks < maxPolls; asks += 1) {
      try {
        const { status } = await session.call('email.device', {}, { signal })
        if (status === 'approved') return
        failures = 0
      } catch (cause) {
        signal.throwIfAborted()
        const isPassing = cause instanceof VaultError && ['UNAVAILABLE', 'MAIL_FAILED'].includes(cause.code)
        failures += 1
        if (!isPassing || failures >= maxFailures) throw cause
        await wait((cause.retryAfter ?? 2) * 1_000, signal)
      }
    }
    throw new FrameRequestError('The link expired. Try again.')
  }

  /** `verify` takes the code; a second factor may follow. */
  async function finishLogin(verify: () => Promise<{ readonly user: User }>, signal: AbortSignal): Promise<User> {
    const { user } = await withFactor({
      ask: askFactor,
      session,
      use: { method: 'factors.login' },
      signal,
      send: (proof) => (proof ? session.call('factors.login', { proof }, { signal }) : verify()),
    })
    await session.keep({ signal })
    return user
  }

  return {
    async CONNECT_EMAIL({ email }, { signal }) {
      approval?.abort(new FrameRequestError('Request was aborted'))
      const { action } = await session.call('email.start', { email }, { signal })
      return { action }
    },
    async CONNECT_DEVICE(_, { signal }) {
      await awaitApproval(startApproval(signal))
      return undefined
    },
    async CONNECT_OTP({ otp }, { signal }) {
      await finishLogin(() => session.call('email.verify', { code: otp }, { signal }), signal)
      return undefined
    },
    async CONNECT_PHONE({ phone: typed }, { signal }) {
      const { phone, retryAfter } = await session.call('phone.start', { phone: typed }, { signal })
      return { phone, retryAfter }
    },
    async CONNECT_PHONE_OTP({ otp }, { signal }) {
      const user = await finishLogin(() => session.call('phone.verify', { code: otp }, { signal }), signal)
      return { userName: user.username ?? '' }
    },
    async UPDATE_EMAIL({ email }, { signal }) {
      const { action } = await withFactor({
        ask: askFactor,
        session,
        use: { method: 'update.start' },
        signal,
        send: (proof) => session.call('update.start', { email, ...(proof && { proof }) }, { signal }),
      })
      return { action }
    },
    async UPDATE_EMAIL_PRIMARY_OTP({ otp }, { signal }) {
      await session.call('update.primary', { code: otp }, { signal })
      return undefined
    },
    async UPDATE_EMAIL_SECONDARY_OTP({ otp }, { signal }) {
      const { email } = await session.call('update.secondary', { code: otp }, { signal })
      return { newEmail: email }
    },
    async ADD_LOGIN(_, { id, signal: left }) {
      const ended = new AbortController()
      const signal = AbortSignal.any([ended.signal, left])
      adding?.ended.abort(new FrameRequestError('Request was aborted'))
      adding = { id, ended }
      const { provider } = await session.call('user.get', {}, { signal })
      if (provider !== 'guest') throw new FrameRequestError('Only guests can add a login here.', { code: 4200 })
      // the app neither chooses the address nor sees the code
      const email = await askLogin({
        start: (typed) => session.call('guest.addEmail', { email: typed }, { signal }),
        finish: async (code) => (await session.call('guest.confirmEmail', { code }, { signal })).email,
        signal,
      })
      return { email }
    },
    abandon(id) {
      if (adding?.id === id) adding?.ended.abort(new FrameRequestError('Request was aborted'))
    },
  }
}
