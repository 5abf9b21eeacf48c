import type {
  ConnectorListeners,
  ConnectorMeta,
  Namespace,
  PluginContext,
  Route,
  ThemeState,
  User,
} from '@latchkey/core'
import type { CallPayload, FrameClient } from './frame/frameClient.js'
import { createDirectLogins } from './login/createDirectLogins.js'
import { createEmailFeatures } from './login/createEmailFeatures.js'
import { createLogin } from './login/createLogin.js'
import { createPhoneFeatures } from './login/createPhoneFeatures.js'
import { createAccess, type UserRequest } from './namespaces/createAccess.js'
import { createAccountTypes } from './namespaces/createAccountTypes.js'
import { createConnections } from './namespaces/createConnections.js'
import { createNamespaces } from './namespaces/createNamespaces.js'
import { createPasskeyFeatures } from './passkey/createPasskeyFeatures.js'
import { createApprovals } from './requests/createApprovals.js'
import { createRequester } from './requests/createRequester.js'
import { createSocialFeatures } from './social/createSocialFeatures.js'
import { getLoginKind, type LoginKind } from './storage/loginKinds.js'
import type { Wallet } from './wallet.js'

export type WalletOptions = {
  readonly meta: ConnectorMeta
  readonly context: PluginContext
  readonly client: FrameClient
  readonly emit: ConnectorListeners['emit']
  /** Result of a login that continued without a popup. */
  readonly result?: string | undefined
}

/** Creates the wallet behind a frame: one login for all namespaces. */
export function createWallet({ meta, context, client, emit, result }: WalletOptions): Wallet {
  const { warn, getTheme } = context
  const connections = createConnections(warn)
  const approvals = createApprovals({ env: context.env, emit })

  const login = createLogin({
    client,
    context,
    onEnd() {
      requester.rejectAll()
      connections.clear()
    },
    onUser: (user) => {
      for (const namespace of connections.getNamespaces()) emit('change', { namespace, user })
    },
  })
  const syncTheme = (theme: ThemeState): void => {
    client.call('SYNC_THEME', toThemePayload(theme, context), context).catch(warn)
  }
  // the client keeps the theme until a frame is loaded
  syncTheme(getTheme())
  // without a fixed mode, the theme follows the system, which can change while the frame is shown
  const scheme = context.env.window()?.matchMedia?.('(prefers-color-scheme: dark)')
  scheme?.addEventListener('change', () => syncTheme(getTheme()), { signal: context.signal })
  const requester = createRequester({ client, context, connections, approvals, emit, login })
  const types = createAccountTypes({ client, connections, login })
  const access = createAccess({ client, context, login, connections, types, approvals })
  const namespaces = createNamespaces({
    login,
    types,
    emit,
    link: { meta, context, connections, access, requester, disconnect: () => login.end(context.signal) },
  })
  // users set up self-custody in another tab, which gives them another account
  const page = context.env.window()
  const readAgain = (): void => {
    const isNeeded = connections.get('eip155')?.accounts.some(({ custody }) => custody === 'needed')
    if (!isNeeded || page?.document.visibilityState !== 'visible') return
    access.connect({ namespace: 'eip155', silent: true, signal: context.signal }).catch(warn)
  }
  page?.addEventListener('visibilitychange', readAgain, { signal: context.signal })
  const getNetworkId: Wallet['getNetworkId'] = (namespace = connections.getNamespaces()[0] ?? meta.namespaces[0]) => {
    try {
      return access.getNetworkId(namespace)
    } catch {
      return undefined // the app has no network that a frame could know
    }
  }
  const toOwnRequest = (): Partial<UserRequest> => {
    const caipNetworkId = getNetworkId()
    return caipNetworkId ? access.toUserRequest(caipNetworkId) : {}
  }
  const socials = createSocialFeatures({
    client,
    context,
    login,
    result,
    toUserRequest: toOwnRequest,
  })
  const passkeys = createPasskeyFeatures({ client, context, login })
  const stops = [
    client.onCloseRequest(requester.rejectAll),
    client.on('screen', ({ height }) => approvals.setHeight(height)),
  ]

  return {
    features: {
      ...createEmailFeatures({ client, login }),
      ...createPhoneFeatures({ client, login }),
      ...passkeys.features,
      ...socials.features,
      ...createDirectLogins({ client, login, toUserRequest: toOwnRequest }),
      'approval:slot': client.place,
      'approval:reject': requester.rejectAll,
      'theme:sync': syncTheme,
      'account:type': types.change,
      async 'login:reopen'({ namespace, address }) {
        return toLoginRoute({ namespace, kind: getLoginKind(client.memory, address), user: login.getUser() })
      },
    },
    connect: namespaces.connect,
    getFeatures: namespaces.getFeatures,
    getProvider: ({ namespace }) => namespaces.getProvider(namespace),
    getNetworkId,
    disconnect: ({ signal }) => login.end(signal),
    destroy() {
      for (const stop of stops) stop()
      approvals.destroy()
      namespaces.destroy()
      types.destroy()
      passkeys.destroy()
      socials.destroy()
      login.destroy()
      client.destroy()
    },
  }
}

/** Converts the modal's theme to the frame's format: the visible mode, and the two colors with names of their own. */
function toThemePayload(
  { mode, variables }: ThemeState,
  { env }: Pick<PluginContext, 'env'>,
): CallPayload<'SYNC_THEME'> {
  const isDark = env.window()?.matchMedia?.('(prefers-color-scheme: dark)').matches
  const seen = mode ?? (isDark === undefined ? undefined : isDark ? 'dark' : 'light')
  const { '--lk-accent': accent, '--lk-bg': background } = variables
  return {
    ...(seen && { themeMode: seen }),
    themeVariables: Object.fromEntries(Object.entries(variables).filter((entry) => entry[1] !== undefined)) as {
      readonly [name: string]: string
    },
    w3mThemeVariables: {
      ...(accent && { '--w3m-accent': accent }),
      ...(background && { '--w3m-background': background }),
    },
  }
}

export type LoginRouteOptions = {
  readonly namespace: Namespace
  /** Undefined for email. */
  readonly kind: LoginKind | undefined
  readonly user: User
}

/** The route for logging in again after a login has ended. [S4.6] */
function toLoginRoute({ namespace, kind, user: { email } }: LoginRouteOptions): Route {
  if (kind === 'passkey') return { view: 'ConnectingPasskey', params: { use: 'login' } }
  if (kind === 'phone') return { view: 'PhoneLogin', params: { namespace } }
  if (kind === 'farcaster') return { view: 'ConnectingFarcaster', params: undefined }
  if (kind) return { view: 'ConnectingSocial', params: { provider: kind } }
  return { view: 'EmailLogin', params: { namespace, ...(email && { email }) } }
}
