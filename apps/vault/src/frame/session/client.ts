import type { CustodyMethod, CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { FrameSettings } from '../../protocol/network.js'
import { openDeviceKey, openStoredKey, type SigningKey } from '../device/deviceKey.js'
import { VaultError } from '../errors.js'
import { createSession, type Session } from './session.js'
import { createServerClock, createVault, type Vault } from './vault.js'

/** Calls the vault. Rejects with a VaultError, whose message is for users. */
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
  /**
   * Adopts the login of a frame in a page with one of these origins, if this browser keeps its key where this window finds it: only
   * if that page is on the same site. Resolves with whether a user is logged in here now.
   */
  readonly adoptLogin: (origins: readonly string[]) => Promise<boolean>
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
  // this page has no parent that could keep a token
  const session: Session = createSession({ vault, sendToken: () => undefined })
  const { signal } = new AbortController()
  return {
    call: (method, params) => session.call(method, params, { signal }),
    isConnected: () => session.isConnected(undefined, { signal }),
    async adoptLogin(origins) {
      const { publicKey, isKept } = await key()
      if (!isKept) return false
      for (const origin of origins) {
        const found = await openStoredKey({ name: `${settings.project} ${origin}` })
        if (found && (await shareFrom(origin, found, publicKey))) return session.isConnected(undefined, { signal })
      }
      return false
    },
  }

  /** Asks the vault with a frame's key to log this window in. */
  async function shareFrom(origin: string, frameKey: SigningKey, own: SigningKey['publicKey']): Promise<boolean> {
    const frameVault: Vault = createVault({
      settings,
      origin,
      key: async () => frameKey,
      clock,
      namesBuild: false,
      fetch: (...args) => window.fetch(...args),
      onNoDevice: (aborted) => frameSession.renew(aborted),
    })
    const frameSession = createSession({ vault: frameVault, sendToken: () => undefined })
    try {
      if (!(await frameSession.isConnected(undefined, { signal }))) return false
      await frameSession.call('session.share', { key: own }, { signal })
      return true
    } catch (cause) {
      if (cause instanceof VaultError) return false // this window asks for a login instead
      throw cause
    }
  }
}
