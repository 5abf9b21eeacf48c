import type { ConnectorListeners, ConnectorMeta, PluginContext, ThemeState } from '@latchkey/core'
import { createAccess } from './families/createAccess.js'
import { createAccountTypes } from './families/createAccountTypes.js'
import { createFamilies } from './families/createFamilies.js'
import { createPlaces } from './families/createPlaces.js'
import type { FrameClient } from './frame/frameClient.js'
import { createEmailFeatures } from './login/createEmailFeatures.js'
import { createLogin } from './login/createLogin.js'
import { toLoginRoute } from './login/toLoginRoute.js'
import { toThemePayload } from './login/toThemePayload.js'
import { createApprovals } from './policy/createApprovals.js'
import { createRequester } from './policy/createRequester.js'
import { createSocialFeatures } from './social/createSocialFeatures.js'
import { getLoginKind } from './storage/loginKinds.js'
import type { Wallet } from './wallet.js'

export type WalletOptions = {
  readonly meta: ConnectorMeta
  readonly context: PluginContext
  readonly client: FrameClient
  readonly emit: ConnectorListeners['emit']
  /** Of a login that the user has come back from without a popup. */
  readonly result?: string | undefined
}

/** The wallet behind a frame: one login for all chain families. */
export function createWallet({ meta, context, client, emit, result }: WalletOptions): Wallet {
  const { warn, getTheme } = context
  const places = createPlaces(warn)
  const approvals = createApprovals({ env: context.env, emit })

  const login = createLogin({
    client,
    context,
    onEnd() {
      requester.rejectAll()
      places.clear()
    },
    onUser: (user) => {
      for (const namespace of places.getNamespaces()) emit('change', { namespace, user })
    },
  })
  const syncTheme = (theme: ThemeState): void => {
    client.call('SYNC_THEME', toThemePayload(theme, context), context).catch(warn)
  }
  // kept until a frame is there
  syncTheme(getTheme())
  // a modal without a mode of its own follows the system, which can change while the frame is shown
  const scheme = context.env.window()?.matchMedia?.('(prefers-color-scheme: dark)')
  scheme?.addEventListener('change', () => syncTheme(getTheme()), { signal: context.signal })
  const requester = createRequester({ client, context, places, approvals, emit, onLoggedOut: login.drop })
  const types = createAccountTypes({ client, places })
  const access = createAccess({ client, context, login, places, types })
  const families = createFamilies({
    login,
    types,
    emit,
    link: { meta, context, places, access, requester, disconnect: () => login.end(context.signal) },
  })
  const getNetworkId: Wallet['getNetworkId'] = (namespace = places.getNamespaces()[0] ?? meta.namespaces[0]) => {
    try {
      return access.getNetworkId(namespace)
    } catch {
      return undefined // no network of it that a frame could know
    }
  }
  const socials = createSocialFeatures({
    client,
    context,
    login,
    result,
    toUserRequest() {
      const caipNetworkId = getNetworkId()
      return caipNetworkId ? access.toUserRequest(caipNetworkId) : {}
    },
  })
  const stop = client.onCloseRequest(requester.rejectAll)

  return {
    features: {
      ...createEmailFeatures({ client, login }),
      ...socials.features,
      'approval:place': client.place,
      'approval:reject': requester.rejectAll,
      'theme:sync': syncTheme,
      'account:type': types.change,
      async 'login:reopen'({ namespace, address }) {
        return toLoginRoute({ namespace, kind: getLoginKind(client.memory, address), user: login.getUser() })
      },
    },
    connect: families.connect,
    getFeatures: families.getFeatures,
    getProvider: ({ namespace }) => families.getProvider(namespace),
    getNetworkId,
    disconnect: ({ signal }) => login.end(signal),
    destroy() {
      stop()
      approvals.destroy()
      families.destroy()
      types.destroy()
      socials.destroy()
      login.destroy()
      client.destroy()
    },
  }
}
