import { loadModule } from '@latchkey/core'
import { useCallback, useEffect, useState } from 'react'
import { useIsOpen, useIsVisible } from './useAfterPaint.js'

export type Loaded<module> = {
  /** Undefined until it is loaded, and null if that failed. */
  readonly loaded: module | null | undefined
  readonly retry: () => void
}

/**
 * Loads an optional module while `isWanted`. Opening the modal retries a load that failed before: a closed modal has not
 * failed yet. Keep `load` outside the component.
 */
export function useLoaded<module extends object>(load: () => Promise<module>, isWanted: boolean): Loaded<module> {
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{ readonly attempt: number; readonly loaded: module | null }>()
  useEffect(() => {
    if (!isWanted) return undefined
    let isCurrent = true
    loadModule(load).then(
      (loaded) => isCurrent && setResult({ attempt, loaded }),
      () => isCurrent && setResult({ attempt, loaded: null }),
    )
    return () => {
      isCurrent = false
    }
  }, [load, isWanted, attempt])
  const loaded = isWanted && result?.attempt === attempt ? result.loaded : undefined
  const retry = useCallback(() => setAttempt((before) => before + 1), [])

  const isOpen = useIsOpen()
  const isVisible = useIsVisible()
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen && loaded === null) retry()
  }
  return { loaded: isVisible ? loaded : (loaded ?? undefined), retry }
}
