import type { PluginContext, User } from '@latchkey/core'
import { RequestAbortedError, RpcError, waitFor } from '@latchkey/core/plugin'
import type { FrameClient } from '../frame/frameClient.js'
import { hasLogin, toMemoryKey } from '../storage/frameMemory.js'
import { type LoginKind, parseLoginKind, parseSocial } from '../storage/loginKinds.js'

export type LoginOptions = {
  readonly client: FrameClient
  readonly context: Pick<PluginContext, 'env' | 'signal' | 'options'>
  /** Called when the login has ended and nothing is connected any more. */
  readonly onEnd: () => void
  readonly onUser: (user: User) => void
}

/** The user has just logged in: at a provider, with a passkey or with one request of the app (`direct`), or by email without a kind. */
export type BeginLogin = (kind?: LoginKind | 'direct' | undefined) => void

/** The user's login, as known to this page. */
export type Login = {
  /**
   * Runs a step of logging in. The step that completes the login calls `begin`, which ends the login before. `own` aborts with
   * `REQUEST_ABORTED` when the user signs out or another login is completed, so that a late reply doesn't log in.
   */
  attempt<reply>(signal: AbortSignal, run: (own: AbortSignal, begin: BeginLogin) => Promise<reply>): Promise<reply>
  /** Runs a request of the current login. `own` aborts with `UNAUTHORIZED` when that login ends, so that a late reply changes nothing. */
  during<reply>(signal: AbortSignal, run: (own: AbortSignal) => Promise<reply>): Promise<reply>
  /** Whether the frame has a login. Never prompts the user, and doesn't contact the frame in a browser that never logged in. */
  check(signal: AbortSignal): Promise<boolean>
  /** Throws `UNAUTHORIZED` if no user is logged in. */
  assert(signal: AbortSignal): Promise<void>
  /** Whether this page knows of a login, without contacting the frame. */
  isIn(): boolean
  /** How the user has logged in; undefined for email. */
  getKind(): LoginKind | undefined
  /** Changes with each login, and when one ends. */
  getSession(): AbortSignal
  /** The frame has reported that no user is logged in. Does nothing if that was about an earlier login than the current one. */
  drop(session: AbortSignal): void
  /** The login has a new email address. */
  rename(email: string): void
  getUser(): User
  /** Signs out at the frame. Local data is deleted first, whatever the frame replies. [S4.33] */
  end(signal: AbortSignal): Promise<void>
  destroy(): void
}

export function createLogin({ client, context, onEnd, onUser }: LoginOptions): Login {
  const { memory } = client
  /** Ends with the login. */
  let session = new AbortController()
  const attempts = new Set<AbortController>()
  let isIn = false
  let checking: Promise<boolean> | undefined
  let lastUser: User = {}

  const endSession = (): void => {
    const ended = session
    session = new AbortController()
    ended.abort(new RpcError(4100, 'UNAUTHORIZED', { details: 'The login of this request has ended. Log in again.' }))
  }
  const abortAttempts = (details: string, except?: AbortController): void => {
    for (const other of [...attempts])
      if (other !== except) other.abort(new RequestAbortedError({ isRequest: false, details }))
  }
  const clear = (): void => {
    isIn = false
    lastUser = {}
    onEnd()
  }
  const drop = (): void => {
    // else a request is finding out that there is no login, and reports it itself
    if (isIn) endSession()
    clear()
  }
  const begin: BeginLogin = (kind) => {
    endSession()
    isIn = true
    memory.delete('redirect')
    if (kind && kind !== 'direct') memory.set('socialProvider', kind)
    else memory.delete('socialProvider')
    // such a login may have no name: that of an earlier one is outdated
    if (!kind || kind === 'passkey') memory.delete('username')
  }
  const during: Login['during'] = (signal, run) => {
    const own = new AbortController()
    return runUntil([signal, session.signal], own, () => run(own.signal))
  }
  const getUser = (): User => {
    const [email, username] = [memory.get('email'), memory.get('username')]
    const socialProvider = parseSocial(memory.get('socialProvider'))
    const isGuest = memory.get('guest') === 'true'
    return {
      ...(email && { email }),
      ...(username && { username }),
      ...(socialProvider && { socialProvider }),
      ...(isGuest && { isGuest }),
    }
  }
  const notifyUser = (): void => {
    const user = getUser()
    const hasChanged = (['email', 'username', 'socialProvider', 'isGuest'] as const).some(
      (name) => user[name] !== lastUser[name],
    )
    lastUser = user
    if (hasChanged) onUser(user)
  }
  const page = context.env.window()
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    const isGone = key === null || (key === toMemoryKey(context.options.id, 'emailLoginUsed') && newValue === null)
    // another tab has signed out, so that replies to earlier requests must not store the login again
    if (isGone) endSession()
  }
  page?.addEventListener('storage', onStorage)
  const stops = [
    () => page?.removeEventListener('storage', onStorage),
    client.on('connected', ({ isConnected }) => {
      if (isConnected) isIn = true
      else drop()
    }),
    client.on('user', () => {
      isIn = true
      notifyUser()
    }),
  ]

  /** Concurrent callers share one request, as the frame's session token may be valid only once. */
  const fetchIsConnected = (): Promise<boolean> =>
    during(context.signal, async (signal) => {
      await client.open(signal)
      const { isConnected } = await client.call('IS_CONNECTED', undefined, { signal })
      return isConnected
    })
  const check: Login['check'] = async (signal) => {
    if (isIn) return true
    if (!hasLogin(memory)) return false
    checking ??= fetchIsConnected().finally(() => {
      checking = undefined
    })
    return waitFor(checking, { env: context.env, signal })
  }
  return {
    attempt(signal, run) {
      const own = new AbortController()
      attempts.add(own)
      return runUntil([signal], own, () =>
        run(own.signal, (kind) => {
          own.signal.throwIfAborted()
          abortAttempts('Another login was completed.', own)
          begin(kind)
        }),
      ).finally(() => attempts.delete(own))
    },
    during,
    check,
    getUser,
    async assert(signal) {
      if (await check(signal)) return
      throw new RpcError(4100, 'UNAUTHORIZED', { details: 'No user is logged in: log in first.' })
    },
    isIn: () => isIn,
    getKind: () => parseLoginKind(memory.get('socialProvider')),
    getSession: () => session.signal,
    drop(own) {
      if (own === session.signal) drop()
    },
    rename(email) {
      memory.set('email', email)
      notifyUser()
    },
    async end(signal) {
      // a login in progress may be complete at the frame already
      const wasIn = isIn || hasLogin(memory) || attempts.size > 0
      endSession()
      abortAttempts('The user signed out.')
      clear()
      memory.delete('redirect')
      if (wasIn) await client.call('SIGN_OUT', undefined, { signal })
    },
    destroy() {
      for (const stop of stops) stop()
    },
  }
}

/** Runs a request with `own`, which also aborts when one of the signals does. */
async function runUntil<reply>(
  signals: readonly AbortSignal[],
  own: AbortController,
  run: () => Promise<reply>,
): Promise<reply> {
  const ended = new AbortController()
  try {
    for (const signal of signals) {
      signal.throwIfAborted()
      signal.addEventListener('abort', () => own.abort(signal.reason), { once: true, signal: ended.signal })
    }
    return await run()
  } finally {
    ended.abort()
  }
}
