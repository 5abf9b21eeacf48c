import { type AuthPlugin, apiVersion, lazily, loadModule } from '@latchkey/core'
import type { SiwxOptions } from './options.js'

/**
 * Sign-in with any wallet: once for each account, on all chain families, with your server or without one. This is the part
 * that a first page loads; all else comes with the first account. [S4.24]
 *
 * @example createModal({ adapters: [evm(), solana(), siwx({ server: 'https://app.example/siwx' })] })
 */
export function siwx(options: SiwxOptions = {}): AuthPlugin {
  return {
    kind: 'auth',
    apiVersion,
    name: 'SIWX',
    setup(context) {
      const load = lazily(async () =>
        (await loadModule(() => import('./createSignIn.js'))).createSignIn(context, options),
      )
      return {
        createMessage: async (request) => (await load()).createMessage(request),
        addSession: async (session) => (await load()).addSession(session),
        revokeSession: async (chainId, address) => (await load()).revokeSession(chainId, address),
        setSessions: async (sessions) => (await load()).setSessions(sessions),
        getSessions: async (chainId, address) => (await load()).getSessions(chainId, address),
        getRequired: () => (typeof options.required === 'function' ? options.required() : (options.required ?? true)),
        signOutOnDisconnect: options.signOutOnDisconnect ?? true,
        onChange(listener) {
          const ending = new AbortController()
          load().then(({ watch }) => watch(listener, ending.signal), context.warn)
          return () => ending.abort()
        },
      }
    },
  }
}
