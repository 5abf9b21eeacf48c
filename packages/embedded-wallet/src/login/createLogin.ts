import type { PluginContext, Social, User } from '@latchkey/core'
import { RpcError, waitFor } from '@latchkey/core/plugin'
import type { FrameClient } from '../frame/frameClient.js'
import { hasLogin } from '../storage/frameMemory.js'
import { parseSocial } from '../storage/loginKinds.js'

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
  /** Whether the page knows of a login, without asking. */
  isIn(): boolean
  /** The visitor has just proven who they are: at a provider, or by email where none is named. */
  begin(provider?: Social | undefined): void
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
  let told: User = {}

  const leave = (): void => {
    isIn = false
    told = {}
    onEnd()
  }
  const getUser = (): User => {
    const [email, username] = [memory.get('email'), memory.get('username')]
    const socialProvider = parseSocial(memory.get('socialProvider'))
    return { ...(email && { email }), ...(username && { username }), ...(socialProvider && { socialProvider }) }
  }
  const tellUser = (): void => {
    const user = getUser()
    const isNews = (['email', 'username', 'socialProvider'] as const).some((name) => user[name] !== told[name])
    told = user
    if (isNews) onUser(user)
  }
  const stops = [
    client.on('connected', ({ isConnected }) => {
      if (isConnected) isIn = true
      else leave()
    }),
    client.on('user', () => {
      isIn = true
      tellUser()
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
    getUser,
    async assert(signal) {
      if (await check(signal)) return
      throw new RpcError(4100, 'UNAUTHORIZED', { details: 'Nobody is logged in: log in first.' })
    },
    isIn: () => isIn,
    begin(provider) {
      isIn = true
      memory.delete('redirect')
      if (provider) memory.set('socialProvider', provider)
      else for (const name of ['socialProvider', 'username'] as const) memory.delete(name)
    },
    drop: leave,
    rename(email) {
      memory.set('email', email)
      tellUser()
    },
    async end(signal) {
      const wasIn = isIn || hasLogin(memory)
      leave()
      memory.delete('redirect')
      if (wasIn) await client.call('SIGN_OUT', undefined, { signal })
    },
    destroy() {
      for (const stop of stops) stop()
    },
  }
}
