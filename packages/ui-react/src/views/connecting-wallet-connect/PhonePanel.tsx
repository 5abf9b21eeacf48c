import type { ReactElement } from 'react'
import { useLoaded } from '../../hooks/useLoaded.js'
import type { MobilePanelProps } from './mobile/MobilePanel.js'

const load = () => import('./mobile/MobilePanel.js')

/** The way to a wallet on the same phone. Its code is loaded on phones alone. */
export function PhonePanel(props: MobilePanelProps): ReactElement {
  const loaded = useLoaded(load)
  return loaded ? <loaded.MobilePanel {...props} /> : <span className="bone" aria-busy="true" />
}
