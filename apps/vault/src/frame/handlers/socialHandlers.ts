import type { User } from '../../protocol/custody.js'
import { FrameRequestError, VaultError } from '../errors.js'
import { type FactorPrompt, withFactor } from '../requests/factorPrompt.js'
import type { Session } from '../session/session.js'
import type { HandlerOptions, MessageHandlers } from './handlers.js'

export type SocialOptions = {
  readonly session: Session
  /** Origin of this site, where results come from. */
  readonly siteOrigin: string
  /** Milliseconds. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly askFactor: FactorPrompt
}

type SocialNames =
  | 'GET_SOCIAL_REDIRECT_URI'
  | 'CONNECT_SOCIAL'
  | 'GET_FARCASTER_URI'
  | 'CONNECT_FARCASTER'
  | 'CONNECT_TOKEN'
  | 'CONNECT_GUEST'

/** As long as a login is valid (10 minutes); each poll takes up to 20 seconds, and may return at once. */
const maxPolls = 60

/** Consecutive failures of the vault, or of its dependencies, before we give up. */
const maxFailures = 5

/** Nothing has arrived yet, although the app's page can see the popup. [EIP-1474] */
const notThere = -32002

/** Handlers for logging in at a provider, in a popup, with Farcaster, on a phone, with a token of the app, and as a guest. */
export function createSocialHandlers({
  session,
  siteOrigin,
  wait,
  askFactor,
  getUser,
}: SocialOptions & { readonly getUser: MessageHandlers['GET_USER'] }): Pick<MessageHandlers, SocialNames> {
  let waiting: AbortController | undefined

  /** One login at a time: a later one ends the earlier. */
  function begin(signal: AbortSignal): AbortSignal {
    waiting?.abort(new FrameRequestError('Request was aborted'))
    waiting = new AbortController()
    return AbortSignal.any([waiting.signal, signal])
  }

  /** Polls until there is a result. Retries after transient failures. */
  async function until<result>(poll: () => Promise<result | undefined>, signal: AbortSignal): Promise<result> {
    let failures = 0
    for (let asks = 0; asks < maxPolls; asks += 1) {
      try {
        const result = await poll()
        if (result !== undefined) return result
        failures = 0
      } catch (cause) {
        signal.throwIfAborted()
        failures += 1
        if (!(cause instanceof VaultError && cause.code === 'UNAVAILABLE') || failures >= maxFailures) throw cause
        await wait((cause.retryAfter ?? 2) * 1_000, signal)
      }
    }
    throw new FrameRequestError('The login expired. Try again.')
  }

  /** Completes a login whose user has a second factor. */
  function finish(login: Promise<User>, signal: AbortSignal): Promise<User> {
    return withFactor({
      ask: askFactor,
      session,
      use: { method: 'factors.login' },
      signal,
      send: async (proof) => (proof ? (await session.call('factors.login', { proof }, { signal })).user : login),
    })
  }

  async function keep(username: string | undefined, signal: AbortSignal): Promise<string | undefined> {
    await session.keep({ signal })
    return username
  }

  return {
    async GET_SOCIAL_REDIRECT_URI({ provider, popup }, options) {
      const signal = begin(options.signal)
      const params = { provider, ...(popup !== undefined && { popup }) }
      const { uri } = await session.call('social.start', params, { signal })
      return { uri }
    },
    async CONNECT_SOCIAL({ uri, ...request }, options) {
      const signal = begin(options.signal)
      const result = parseResult(uri, siteOrigin)
      const login = until(async () => {
        const reply = await session.call('social.finish', result, { signal })
        if (reply.status === 'done') return reply.user
        if (!reply.isAlone) throw new FrameRequestError('Popup closed', { code: notThere })
        return undefined
      }, signal)
      const user = await finish(login, signal)
      const userName = await keep(user.username, signal)
      return { ...(await getUser(request, options)), userName: userName ?? null }
    },
    async CONNECT_TOKEN({ token, ...request }, options) {
      const signal = begin(options.signal)
      const { user } = await session.call('token.login', { token }, { signal })
      const userName = await keep(user.username, signal)
      return { ...(await getUser(request, options)), userName: userName ?? null }
    },
    async CONNECT_GUEST(request, options) {
      const signal = begin(options.signal)
      await session.call('guest.login', {}, { signal })
      await keep(undefined, signal)
      return { ...(await getUser(request, options)), userName: null }
    },
    async GET_FARCASTER_URI(_, options) {
      const signal = begin(options.signal)
      const { url } = await session.call('farcaster.start', {}, { signal })
      return { url }
    },
    async CONNECT_FARCASTER(_, options: HandlerOptions) {
      const signal = begin(options.signal)
      const login = until(async () => {
        const reply = await session.call('farcaster.wait', {}, { signal })
        return reply.status === 'done' ? reply.user : undefined
      }, signal)
      const user = await finish(login, signal)
      return { userName: (await keep(user.username, signal)) ?? '' }
    },
  }
}

/** Parses the URL of a result. Throws for one of another site. [I12] */
function parseResult(uri: string, origin: string): { readonly state: string; readonly code?: string | undefined } {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url?.origin !== origin || url.pathname !== '/social/result')
    throw new FrameRequestError('The login result is from a different site.', { code: -32602 })
  const [state, code] = [url.searchParams.get('state'), url.searchParams.get('code')]
  if (state === null) throw new FrameRequestError('The login result has no state.', { code: -32602 })
  return { state, ...(code !== null && { code }) }
}
