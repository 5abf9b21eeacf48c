import { loadModule } from '@latchkey/core'
import { useEffect, useState } from 'react'

/**
 * Loads an optional module while `isWanted`. Returns undefined until it is loaded, and null if that failed; mounting again retries.
 * Keep `load` outside the component.
 */
export function useLoaded<module extends object>(
  load: () => Promise<module>,
  isWanted: boolean,
): module | null | undefined {
  const [loaded, setLoaded] = useState<module | null>()
  useEffect(() => {
    if (!isWanted) return undefined
    let isCurrent = true
    loadModule(load).then(
      (module) => isCurrent && setLoaded(module),
      () => isCurrent && setLoaded(null),
    )
    return () => {
      isCurrent = false
    }
  }, [load, isWanted])
  return isWanted ? loaded : undefined
}
