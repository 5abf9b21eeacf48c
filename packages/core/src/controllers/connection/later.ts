import type { Modal } from '../../modal.js'
import { loadModule } from '../../utils/loadModule.js'
import type { AuthEvent } from '../approval/takeAuthEvent.js'

// What few connections need: signing in, an embedded wallet, a network that was chosen before. A file between, so that the code that connects has no list of
// the files that these need.

const auth = () => loadModule(() => import('../approval/takeAuthEvent.js'))

/** See takeAuthEvent.ts. */
export async function takeAuthEvent(modal: Modal, connectorId: string, event: AuthEvent): Promise<void> {
  const module = await auth()
  module.takeAuthEvent(modal, connectorId, event)
}

/** Loads what `takeAuthEvent` needs. */
export async function prepareAuth(): Promise<void> {
  await auth()
}

/** Loads `setNetwork`. */
export function loadSwitch(): Promise<typeof import('../network/setNetwork.js')> {
  return loadModule(() => import('../network/setNetwork.js'))
}

/** See startSiwx.ts. Calls `onLoad` before it begins. */
export async function startSiwx(modal: Modal, onLoad: () => void): Promise<void> {
  const module = await loadModule(() => import('../siwx/startSiwx.js'))
  onLoad()
  await module.startSiwx(modal)
}

/** See finishSignedIn.ts. */
export async function finishSignedIn(modal: Modal, leave: () => void): Promise<void> {
  await (await loadModule(() => import('../siwx/finishSignedIn.js'))).finishSignedIn(modal, leave)
}
