import { loadModule } from '@latchkey/core'
import { useEffect, useState } from 'react'

/**
 * A module of a part that a view can do without, once it is there and as long as it is wanted; `null` where it could not be
 * loaded, which the next opening tries again. Keep `load` outside the component.
 */
export function usePart<part extends object>(load: () => Promise<part>, isWanted: boolean): part | null | undefined {
  const [part, setPart] = useState<part | null>()
  useEffect(() => {
    if (!isWanted) return undefined
    let isCurrent = true
    loadModule(load).then(
      (loaded) => isCurrent && setPart(loaded),
      () => isCurrent && setPart(null),
    )
    return () => {
      isCurrent = false
    }
  }, [load, isWanted])
  return isWanted ? part : undefined
}
