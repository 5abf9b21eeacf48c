import { useCallback, useSyncExternalStore } from 'react'
import { useModalInstance } from './LatchkeyProvider.js'

/** Whether a media query matches, now and whenever that changes. False without a window. */
export function useMatchMedia(query: string): boolean {
  const { env } = useModalInstance()
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = env.window()?.matchMedia(query)
      list?.addEventListener('change', onChange)
      return () => list?.removeEventListener('change', onChange)
    },
    [env, query],
  )
  const read = (): boolean => env.window()?.matchMedia(query).matches ?? false
  return useSyncExternalStore(subscribe, read, () => false)
}
