import { loadModule } from '@latchkey/core'
import { useCallback, useEffect, useState } from 'react'
import { useModalInstance } from './LatchkeyProvider.js'

export type Loaded<module> = {
  /** Undefined until it is loaded, and null if that failed. */
  readonly loaded: module | null | undefined
  readonly retry: () => void
}

/** `isSeen`: the modal was open, so that a failure is shown. */
type Result<module> = { readonly attempt: number; readonly loaded: module | null; readonly isSeen: boolean }

/**
 * Loads an optional module while `isWanted`. Opening the modal retries a load that failed before: a closed modal has not
 * failed yet. Keep `load` outside the component.
 */
export function useLoaded<module extends object>(load: () => Promise<module>, isWanted: boolean): Loaded<module> {
  const modal = useModalInstance()
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<Result<module>>()
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  useEffect(() => {
    if (!isWanted) return undefined
    let isCurrent = true
    const finish = (loaded: module | null): void => {
      if (isCurrent) setResult({ attempt, loaded, isSeen: modal.getState().modal.open })
    }
    loadModule(load).then(finish, () => finish(null))
    return () => {
      isCurrent = false
    }
  }, [load, isWanted, attempt, modal])

  const last = isWanted && result?.attempt === attempt ? result : undefined
  const hasFailed = last?.loaded === null
  useEffect(() => {
    // only then: nothing else is rendered because the modal opens
    if (!hasFailed) return undefined
    let wasOpen = modal.getState().modal.open
    return modal.subscribe(() => {
      const isOpen = modal.getState().modal.open
      if (isOpen && !wasOpen) retry()
      wasOpen = isOpen
    })
  }, [hasFailed, modal, retry])
  return { loaded: hasFailed && !last?.isSeen ? undefined : last?.loaded, retry }
}
