import type { PluginContext, User } from '@latchkey/core'
import { RpcError, waitFor } from '@latchkey/core/plugin'
import type { FrameClient } from '../frame/frameClient.js'
import { hasLogin } from '../storage/frameMemory.js'
import { type LoginKind, parseLoginKind, parseSocial } from '../storage/loginKinds.js'

export type LoginOptions = {
  readonly client: FrameClient
  readonly context: Pick<PluginContext, 'env' | 'signal'>
  /** Called when the login has ended and nothing is connected any more. */
  readonly onEnd: () => void
  readonly onUser: (user: User) => void
}

/** Who is logged in, as far as this page knows. */
export type Login = {
  /** Whether the frame has a login. Never prompts the user, and doesn't contact the frame in a browser that never logged in. */
  check(signal: AbortSignal): Promise<boolean>
  /** Throws `UNAUTHORIZED` if no user is logged in. */
  assert(signal: AbortSignal): Promise<void>
  /** Whether this page knows of a login, without contacting the frame. */
  isIn(): boolean
  /** The user has just logged in: at a provider, with a passkey or with one request of the app (`direct`), or by email without a kind. */
  begin(kind?: LoginKind | 'direct' | undefined): void
  /** How the user has logged in; undefined for email. */
  getKind(): LoginKind | undefined
  /** The frame has reported that no user is logged in. */
  drop(): void
  /** The login has a new email address. */
  rename(email: string): void
  getUser(): User
  /** Signs out at the frame. Local data is deleted first, whatever the frame replies. [S4.33] */
  end(signal: AbortSignal): Promise<void>
  destroy(): void
}

export function createLogin({ client, context, onEnd, onUser }: LoginOptions): Login {
  const { memory } = client
  let isIn = false
  let checking: Promise<boolean> | undefined
  let lastUser: User = {}

  const clear = (): void => {
    isIn = false
    lastUser = {}
    onEnd()
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
  const stops = [
    client.on('connected', ({ isConnected }) => {
      if (isConnected) isIn = true
      else clear()
    }),
    client.on('user', () => {
      isIn = true
      notifyUser()
    }),
  ]

  /** Concurrent callers share one request, as the frame's session token may be valid only once. */
  const fetchIsConnected = async (): Promise<boolean> => {
    await client.open(context.signal)
    const { isConnected } = await client.call('IS_CONNECTED', undefined, context)
    return isConnected
  }
  const check: Login['check'] = async (signal) => {
    if (isIn) return true
    if (!hasLogin(memory)) return false
    checking ??= fetchIsConnected().finally(() => {
      checking = undefined
    })
    return waitFor(checking, { env: context.env, signal })
  }
  return {
    check,
    getUser,
    async assert(signal) {
      if (await check(signal)) return
      throw new RpcError(4100, 'UNAUTHORIZED', { details: 'Nobody is logged in: log in first.' })
    },
    isIn: () => isIn,
    getKind: () => parseLoginKind(memory.get('socialProvider')),
    begin(kind) {
      isIn = true
      memory.delete('redirect')
      if (kind && kind !== 'direct') memory.set('socialProvider', kind)
      else memory.delete('socialProvider')
      // such a login may have no name: that of an earlier one is outdated
      if (!kind || kind === 'passkey') memory.delete('username')
    },
    drop: clear,
    rename(email) {
      memory.set('email', email)
      notifyUser()
    },
    async end(signal) {
      const wasIn = isIn || hasLogin(memory)
      clear()
      memory.delete('redirect')
      if (wasIn) await client.call('SIGN_OUT', undefined, { signal })
    },
    destroy() {
      for (const stop of stops) stop()
    },
  }
}
