import { useCallback, useState } from 'react'

/**
 * Does what has to be loaded first. Where it cannot be loaded the view fails, and its boundary offers to try again.
 */
export function useLater(): (task: () => Promise<unknown>) => void {
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  if (failure) throw failure.cause
  return useCallback((task) => {
    task().catch((cause: unknown) => setFailure({ cause }))
  }, [])
}
