import { loadModule } from '@latchkey/core'
import { type ReactElement, useEffect, useState } from 'react'
import type { MobilePanelProps } from './mobile/MobilePanel.js'

type Panel = (props: MobilePanelProps) => ReactElement

/** The way to a wallet on the same phone. Its code is loaded on phones alone. */
export function PhonePanel(props: MobilePanelProps): ReactElement {
  const [Loaded, setLoaded] = useState<Panel>()
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  useEffect(() => {
    let isCurrent = true
    loadModule(() => import('./mobile/MobilePanel.js')).then(
      ({ MobilePanel }) => isCurrent && setLoaded(() => MobilePanel),
      (cause: unknown) => isCurrent && setFailure({ cause }),
    )
    return () => {
      isCurrent = false
    }
  }, [])
  if (failure) throw failure.cause // the boundary says so and offers to try again
  return Loaded ? <Loaded {...props} /> : <span className="bone" aria-busy="true" />
}
