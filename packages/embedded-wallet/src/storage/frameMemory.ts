import { type Env, StorageUnavailableError, type SyncStorage } from '@latchkey/core'
import type { FrameChainId } from '../protocol/messages.js'

/**
 * Keys of data stored between visits. [S3.23] `lastLogin`: time of the last requested email, in milliseconds since the epoch.
 * `socialProvider`: provider of the login, or `passkey`, unless by email. `guest`: there is no login, only this browser opens the wallet.
 * `loginKinds`: the provider by account, see loginKinds.ts. `redirect`:
 * a login that left this page, see pendingRedirect.ts. `smartAccounts`: ids of the chains on which the smart account is deployed.
 */
export type FrameMemoryKey =
  | 'emailLoginUsed'
  | 'email'
  | 'username'
  | 'socialProvider'
  | 'guest'
  | 'loginKinds'
  | 'redirect'
  | 'lastLogin'
  | 'lastChain'
  | 'smartAccountNetworks'
  | 'smartAccounts'
  | 'sessionToken'

/** Strings under a common prefix. Kept only for this visit if storage is blocked. */
export type FrameMemory = {
  get(key: FrameMemoryKey): string | undefined
  set(key: FrameMemoryKey, value: string): void
  delete(key: FrameMemoryKey): void
}

export type FrameMemoryOptions = {
  readonly env: Pick<Env, 'storage'>
  /** The modal's id. Two modals must not share it. */
  readonly id: string
  readonly warn: (cause: unknown) => void
}

/** In characters. Longer values were not written by us. */
const maxLength = 8_192

/** The storage key of a value: all share one prefix. [S3.23] */
export function toMemoryKey(id: string, key: FrameMemoryKey): string {
  return `${id}/wallet/${key}`
}

/** Reads the browser's storage each time, because other tabs write to it too. */
export function createFrameMemory({ env, id, warn }: FrameMemoryOptions): FrameMemory {
  const own = new Map<FrameMemoryKey, string>()
  let isBlocked = false

  const attempt = <result>(run: (storage: SyncStorage) => result): result | undefined => {
    if (isBlocked) return undefined
    try {
      const storage = env.storage()
      return storage ? run(storage) : undefined
    } catch (cause) {
      isBlocked = true
      warn(new StorageUnavailableError({ cause, details: 'The login will not survive a reload.' }))
      return undefined
    }
  }

  return {
    get(key) {
      const stored = attempt((storage) => storage.getItem(toMemoryKey(id, key)))
      const value = stored === undefined ? own.get(key) : stored
      return typeof value === 'string' && value.length <= maxLength ? value : undefined
    },
    set(key, value) {
      own.set(key, value)
      attempt((storage) => storage.setItem(toMemoryKey(id, key), value))
    },
    delete(key) {
      own.delete(key)
      attempt((storage) => storage.removeItem(toMemoryKey(id, key)))
    },
  }
}

/** Whether the user has logged in on this page before. Only then is the frame asked for a login. */
export function hasLogin(memory: FrameMemory): boolean {
  return memory.get('emailLoginUsed') === 'true'
}

/** Deletes the data of the login. [S4.33] */
export function clearLogin(memory: FrameMemory): void {
  for (const key of [
    'emailLoginUsed',
    'email',
    'lastChain',
    'smartAccounts',
    'username',
    'socialProvider',
    'guest',
  ] as const)
    memory.delete(key)
}

/** The last used chain, in the format that the frame sent. */
export function getLastChain(memory: FrameMemory): FrameChainId | undefined {
  const stored = memory.get('lastChain')
  if (!stored || stored.length > 128) return undefined
  return /^\d{1,15}$/.test(stored) ? Number(stored) : stored
}

export function setLastChain(memory: FrameMemory, chainId: FrameChainId): void {
  memory.set('lastChain', String(chainId))
}

/** The EVM chain ids of a comma-separated list. [S3.23] */
export function getChainIds(memory: FrameMemory, key: 'smartAccountNetworks' | 'smartAccounts'): readonly number[] {
  const ids = (memory.get(key) ?? '').split(',').map(Number)
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0)
}
