import type { Begun } from './controllers/connection/goOnWith.js'
import type { Modal } from './modal.js'
import { loadModule } from './utils/loadModule.js'

/** Goes on with what began outside of the modal, which few pages have: its code is loaded for them. */
export async function goOn(modal: Modal, begun: Begun): Promise<void> {
  const { goOnWith } = await loadModule(() => import('./controllers/connection/goOnWith.js'))
  await goOnWith(modal, begun)
}
