import type { CustodyMethod, CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { FrameSettings } from '../../protocol/network.js'
import { openDeviceKey } from '../device/deviceKey.js'
import { createSession, type Session } from './session.js'
import { createServerClock, createVault, type Vault } from './vault.js'

/** Calls the vault. Rejects with a VaultError, whose message is for people. */
export type CallVault = <method extends CustodyMethod>(
  method: method,
  params: CustodyParams<method>,
) => Promise<CustodyResult<method>>

export type VaultClientOptions = {
  readonly window: Window
  readonly settings: Pick<FrameSettings, 'project' | 'build' | 'now'>
  /** Whether the vault may reply that there is a newer page. */
  readonly namesBuild?: boolean | undefined
}

/** Connects the vault's own windows to it: as one device with a first-party key, separate from those of the apps. */
export function createVaultClient({ window, settings, namesBuild = true }: VaultClientOptions): {
  readonly call: CallVault
  readonly isConnected: () => Promise<boolean>
} {
  const clock = createServerClock(settings.now, { elapsed: () => performance.now() })
  let opening: ReturnType<typeof openDeviceKey> | undefined
  const key = (): ReturnType<typeof openDeviceKey> => {
    opening ??= openDeviceKey({ name: `account ${settings.project}` })
    return opening
  }
  const vault: Vault = createVault({
    settings,
    origin: window.location.origin,
    key,
    clock,
    namesBuild,
    fetch: (...args) => window.fetch(...args),
    onNoDevice: (signal) => session.renew(signal),
  })
  // no page around this one keeps a token for it
  const session: Session = createSession({ vault, sendToken: () => undefined })
  const { signal } = new AbortController()
  return {
    call: (method, params) => session.call(method, params, { signal }),
    isConnected: () => session.isConnected(undefined, { signal }),
  }
}
