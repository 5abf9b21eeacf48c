import { loadModule } from '@latchkey/core'
import { useEffect, useState } from 'react'

/**
 * A module that a view can do without, once it is there and as long as it is wanted; `null` where it could not be loaded, which
 * the next opening tries again. Keep `load` outside the component.
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
