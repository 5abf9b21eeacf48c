import { InvalidOptionsError, loadModule, type PluginContext } from '@latchkey/core'
import type { SiwxOptions } from './options.js'
import { createLocalSessions } from './sessions/createLocalSessions.js'
import type { Sessions } from './sessions/sessions.js'

/** Opens what the app has chosen to keep sessions in. Throws `INVALID_OPTIONS` where it has chosen twice. */
export async function openSessions(context: PluginContext, { server, sessions }: SiwxOptions): Promise<Sessions> {
  const { env, signal, warn, options } = context
  if (server !== undefined && sessions !== undefined)
    throw new InvalidOptionsError({
      problems: ['siwx(): `server` keeps the sessions, so `sessions` must be left out.'],
    })
  const own = { env, signal, warn, id: options.id }
  if (typeof sessions === 'object') return sessions
  if (sessions) return sessions(own)
  if (server === undefined) return createLocalSessions()(own)
  const { createHttpSessions } = await loadModule(() => import('./sessions/createHttpSessions.js'))
  return createHttpSessions(typeof server === 'string' ? { url: server } : server)(own)
}
