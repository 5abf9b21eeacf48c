import { InvalidOptionsError, loadModule, type PluginContext, type Siwx, type SiwxSession } from '@latchkey/core'
import { acceptSession } from './local/acceptSession.js'
import { createPendingSignIns } from './local/createPendingSignIns.js'
import type { SiwxOptions } from './options.js'
import { createLocalSessions } from './sessions/createLocalSessions.js'
import type { KeptSession, Sessions } from './sessions/sessions.js'
import { isUnknownAddress, planMessage, writeMessage } from './writeMessage.js'

/** The implementation of `siwx()`. */
export type SignIn = Pick<Siwx, 'createMessage' | 'addSession' | 'revokeSession' | 'setSessions' | 'getSessions'> & {
  revokeAccount: NonNullable<Siwx['revokeAccount']>
  /** Calls `listener` on changes in other tabs, until the signal aborts. */
  watch(listener: () => void, signal: AbortSignal): void
}

/** Opens the sessions. With a server, the server verifies them; without one, this module does. */
export async function createSignIn(context: PluginContext, options: SiwxOptions): Promise<SignIn> {
  const sessions = await openSessions(context, options)
  const requests = createPendingSignIns(context.env)
  const isRemote = sessions.request !== undefined

  const findKept = async ({ data, message, signature }: SiwxSession): Promise<KeptSession | undefined> => {
    const kept = await sessions.get(data.chainId, data.accountAddress)
    return kept.find((other) => other.message === message && other.signature === signature)
  }

  return {
    async createMessage(request) {
      const fields = await planMessage(context, { options, sessions }, request)
      const message = writeMessage(fields)
      if (isRemote) return message
      const isUnknown = isUnknownAddress(fields.accountAddress)
      requests.add(
        isUnknown ? { ...fields, accountAddress: '' } : fields,
        isUnknown ? undefined : fields.accountAddress,
      )
      return message
    },
    async addSession(session, others) {
      if (isRemote) return sessions.add(session, others)
      if (await findKept(session)) return
      await acceptSession(context, { requests, keep: (kept) => sessions.add(kept) }, session)
    },
    async setSessions(list) {
      if (isRemote) return sessions.set(list)
      const good: KeptSession[] = []
      for (const session of list) {
        const kept = await findKept(session)
        if (kept) good.push(kept)
        else await acceptSession(context, { requests, keep: async (one) => void good.push(one) }, session)
      }
      await sessions.set(good)
    },
    revokeSession: (chainId, address) => sessions.delete(chainId, address),
    async revokeAccount(namespace, address) {
      if (sessions.deleteAccount) return sessions.deleteAccount(namespace, address)
      const networks = context.getNetworks().filter(({ chainNamespace }) => chainNamespace === namespace)
      await Promise.all(networks.map(async ({ caipNetworkId }) => sessions.delete(caipNetworkId, address)))
    },
    getSessions: (chainId, address) => sessions.get(chainId, address),
    watch(listener, signal) {
      if (signal.aborted || context.signal.aborted) return
      const stop = sessions.onChange?.(listener)
      if (!stop) return
      const end = (): void => {
        signal.removeEventListener('abort', end)
        context.signal.removeEventListener('abort', end)
        stop()
      }
      signal.addEventListener('abort', end)
      context.signal.addEventListener('abort', end)
    },
  }
}

/** Opens the session store that the app has chosen. Throws `INVALID_OPTIONS` if both `server` and `sessions` are set. */
async function openSessions(context: PluginContext, { server, sessions }: SiwxOptions): Promise<Sessions> {
  const { env, signal, warn, options } = context
  if (server !== undefined && sessions !== undefined)
    throw new InvalidOptionsError({
      problems: ['siwx(): set `server` or `sessions`, not both.'],
    })
  const own = { env, signal, warn, id: options.id }
  if (typeof sessions === 'object') return sessions
  if (sessions) return sessions(own)
  if (server === undefined) return createLocalSessions()(own)
  const { createHttpSessions } = await loadModule(() => import('./sessions/createHttpSessions.js'))
  return createHttpSessions(typeof server === 'string' ? { url: server } : server)(own)
}
