import { loadModule } from '@latchkey/core'
import { useEffect, useState } from 'react'

/**
 * A module that a view needs only sometimes, once it is there. Keep `load` outside the component. Where it cannot be
 * loaded the view fails, and its boundary offers to try again.
 */
export function useLoaded<module extends object>(load: () => Promise<module>): module | undefined {
  const [loaded, setLoaded] = useState<module>()
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  useEffect(() => {
    let isCurrent = true
    loadModule(load).then(
      (module) => isCurrent && setLoaded(module),
      (cause: unknown) => isCurrent && setFailure({ cause }),
    )
    return () => {
      isCurrent = false
    }
  }, [load])
  if (failure) throw failure.cause
  return loaded
}
