import { openDeviceKey } from '../frame/device/deviceKey.js'
import { createServerClock } from '../frame/session/serverClock.js'
import { createSession, type Session } from '../frame/session/session.js'
import { createVault, type Vault } from '../frame/session/vault.js'
import type { AccountSettings } from '../protocol/accountSettings.js'
import type { Ask } from './ask.js'

export type AskOptions = { readonly window: Window; readonly settings: AccountSettings }

/** How this page speaks with the vault: as a device of its own, apart from those of the apps. */
export function createAsk({ window, settings }: AskOptions): {
  readonly ask: Ask
  readonly isConnected: () => Promise<boolean>
} {
  const clock = createServerClock(settings.now, { elapsed: () => performance.now() })
  let opening: ReturnType<typeof openDeviceKey> | undefined
  const key = (): ReturnType<typeof openDeviceKey> => {
    opening ??= openDeviceKey({ name: `account ${settings.project}` })
    return opening
  }
  const vault: Vault = createVault({
    ...{ settings, origin: window.location.origin, key, clock, namesBuild: true },
    fetch: (...args) => window.fetch(...args),
    onNoDevice: (signal) => session.renew(signal),
  })
  // no page around it keeps anything for it
  const session: Session = createSession({ vault, sendToken: () => undefined })
  const { signal } = new AbortController()
  return {
    ask: (method, params) => session.call(method, params, { signal }),
    isConnected: () => session.isConnected(undefined, { signal }),
  }
}
