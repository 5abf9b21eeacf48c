import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'
import type { PairingView } from './pairingViews.js'

/** Loads one of the views that show a code, and the other with it. */
export async function loadPairing<name extends PairingView>(name: name): Promise<LoadedView<name>> {
  const { pairingViews } = await loadModule(() => import('./pairingViews.js'))
  return pairingViews[name]
}
