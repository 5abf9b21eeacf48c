import { internals, type Modal } from '../../modal/modal.js'
import { loadModule } from '../../utils/loadModule.js'

/**
 * Reads what the project's settings say, where `services.config` names a service of them, once for a page: the UI calls
 * it on opening, and on pointer-over of a button. Nothing waits for it: what the app says holds until the answer is there. Resolves when
 * it is, and never rejects.
 */
export async function prefetchConfig(modal: Modal): Promise<void> {
  const inner = modal[internals]
  const { services, debug } = inner.options
  if (!services.config && !services.analytics && !debug) return
  inner.configRead ??= loadModule(() => import('./config.js')).then(({ readConfig }) => readConfig(modal))
  await inner.configRead.catch((cause) => {
    inner.configRead = undefined // it could not be loaded: the next opening tries again
    inner.warn(cause)
  })
}
