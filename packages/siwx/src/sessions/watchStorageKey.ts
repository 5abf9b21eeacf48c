import type { Env } from '@latchkey/core'

/** Calls `listener` when another tab changes a key or clears the storage. Returns its unsubscribe. */
export function watchStorageKey(env: Env, key: string, listener: () => void): () => void {
  const target = env.window()
  const onStorage = (event: StorageEvent): void => {
    if (event.key === null || event.key === key) listener()
  }
  target?.addEventListener('storage', onStorage)
  return () => target?.removeEventListener('storage', onStorage)
}
