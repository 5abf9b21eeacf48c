import { type AuthPlugin, apiVersion, lazily, loadModule } from '@latchkey/core'
import type { SiwxOptions } from './options.js'

/**
 * Sign-in with any wallet: once per account, in all namespaces, with your server or without one. Only this plugin is loaded with
 * the page; the implementation is loaded with the first account. [S4.24]
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
        addSession: async (session, others) => (await load()).addSession(session, others),
        revokeSession: async (chainId, address) => (await load()).revokeSession(chainId, address),
        revokeAccount: async (namespace, address) => (await load()).revokeAccount(namespace, address),
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
