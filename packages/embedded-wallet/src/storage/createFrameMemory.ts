import { type Env, StorageUnavailableError, type SyncStorage } from '@latchkey/core'
import type { FrameMemory, FrameMemoryKey } from './frameMemory.js'

export type FrameMemoryOptions = {
  readonly env: Pick<Env, 'storage'>
  /** Of what the modal stores; two modals must not share it. */
  readonly id: string
  readonly warn: (cause: unknown) => void
}

/** Characters; what is longer was not written here. */
const longest = 8_192

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
      return typeof value === 'string' && value.length <= longest ? value : undefined
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
