import { type Env, StorageUnavailableError, type SyncStorage } from '@latchkey/core'
import type { FrameChainId } from '../protocol/messages.js'

/**
 * What is kept between visits. [S3.23] `lastLogin`: milliseconds since the epoch of the last mail that was asked for.
 * `socialProvider`: where the visitor logged in, unless by email. `loginKinds`: the same by account, see loginKinds.ts.
 * `redirect`: the login that this page was left for, see leftLogin.ts.
 */
export type FrameMemoryKey =
  | 'emailLoginUsed'
  | 'email'
  | 'username'
  | 'socialProvider'
  | 'loginKinds'
  | 'redirect'
  | 'lastLogin'
  | 'lastChain'
  | 'smartAccountNetworks'
  | 'sessionToken'

/** Texts under one common prefix; for this visit only where the browser refuses storage. */
export type FrameMemory = {
  get(key: FrameMemoryKey): string | undefined
  set(key: FrameMemoryKey, value: string): void
  delete(key: FrameMemoryKey): void
}

export type FrameMemoryOptions = {
  readonly env: Pick<Env, 'storage'>
  /** Of what the modal stores; two modals must not share it. */
  readonly id: string
  readonly warn: (cause: unknown) => void
}

/** Characters; what is longer was not written here. */
const maxLength = 8_192

/** Where a modal keeps something of its embedded wallet: one common prefix. [S3.23] */
export function toMemoryKey(id: string, key: FrameMemoryKey): string {
  return `${id}/wallet/${key}`
}

/** Reads the browser's storage each time, as other tabs write to it too. */
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
      warn(new StorageUnavailableError({ cause, details: 'A login by email will not survive a reload.' }))
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

/** Whether a visitor has logged in on this page before: only then is the frame asked whether it still knows them. */
export function hasLogin(memory: FrameMemory): boolean {
  return memory.get('emailLoginUsed') === 'true'
}

/** Forgets who was logged in. [S4.33] */
export function clearLogin(memory: FrameMemory): void {
  for (const key of ['emailLoginUsed', 'email', 'lastChain', 'username', 'socialProvider'] as const) memory.delete(key)
}

/** The chain that the wallet was last used on, in the form that the frame gave it. */
export function getLastChain(memory: FrameMemory): FrameChainId | undefined {
  const stored = memory.get('lastChain')
  if (!stored || stored.length > 128) return undefined
  return /^\d{1,15}$/.test(stored) ? Number(stored) : stored
}

export function setLastChain(memory: FrameMemory, chainId: FrameChainId): void {
  memory.set('lastChain', String(chainId))
}
