import type { PluginContext, User } from '@latchkey/core'
import { RpcError, waitFor } from '@latchkey/core/plugin'
import type { FrameClient } from '../frame/frameClient.js'
import { hasLogin } from '../storage/hasLogin.js'

export type LoginOptions = {
  readonly client: FrameClient
  readonly context: Pick<PluginContext, 'env' | 'signal'>
  /** The login is over: nothing is connected any more. */
  readonly onEnd: () => void
  readonly onUser: (user: User) => void
}

/** Who is logged in, as far as this page knows. */
export type Login = {
  /** Whether the frame knows a login: nobody is asked for anything, and a browser that never logged in asks not even the frame. */
  check(signal: AbortSignal): Promise<boolean>
  /** Throws `UNAUTHORIZED` where nobody is logged in. */
  assert(signal: AbortSignal): Promise<void>
  /** The visitor has just proven who they are. */
  begin(): void
  /** The frame has said that nobody is. */
  drop(): void
  /** The email of the login is another one. */
  rename(email: string): void
  getUser(): User
  /** Tells the frame that the login is over. What is known here is forgotten first, whatever it answers. [S4.33] */
  end(signal: AbortSignal): Promise<void>
  destroy(): void
}

export function createLogin({ client, context, onEnd, onUser }: LoginOptions): Login {
  const { memory } = client
  let isIn = false
  let checking: Promise<boolean> | undefined
  let user: User = {}

  const leave = (): void => {
    isIn = false
    user = {}
    onEnd()
  }
  const tellUser = (next: User): void => {
    const isNews = next.email !== user.email || next.username !== user.username
    user = next
    if (isNews) onUser(user)
  }
  const stops = [
    client.on('connected', ({ isConnected }) => {
      if (isConnected) isIn = true
      else leave()
    }),
    client.on('user', ({ email, userName }) => {
      isIn = true
      tellUser({ ...(email && { email }), ...(userName && { username: userName }) })
    }),
  ]

  /** One question for all who ask at once, as what a frame has to prove it may be good for one answer only. */
  const ask = async (): Promise<boolean> => {
    await client.open(context.signal)
    const { isConnected } = await client.call('IS_CONNECTED', undefined, context)
    return isConnected
  }
  const check: Login['check'] = async (signal) => {
    if (isIn) return true
    if (!hasLogin(memory)) return false
    checking ??= ask().finally(() => {
      checking = undefined
    })
    return waitFor(checking, { env: context.env, signal })
  }
  return {
    check,
    async assert(signal) {
      if (await check(signal)) return
      throw new RpcError(4100, 'UNAUTHORIZED', { details: 'Nobody is logged in: log in by email first.' })
    },
    begin() {
      isIn = true
    },
    drop: leave,
    rename: (email) => tellUser({ ...user, email }),
    getUser: () => {
      const [email, username] = [user.email ?? memory.get('email'), user.username ?? memory.get('username')]
      return { ...(email && { email }), ...(username && { username }) }
    },
    async end(signal) {
      const wasIn = isIn || hasLogin(memory)
      leave()
      if (wasIn) await client.call('SIGN_OUT', undefined, { signal })
    },
    destroy() {
      for (const stop of stops) stop()
    },
  }
}
