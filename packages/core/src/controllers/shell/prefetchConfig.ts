import { internals, type Modal } from '../../modal/modal.js'
import { loadModule } from '../../utils/loadModule.js'

/**
 * Fetches the project's remote settings, if `services.config` is set, once per page. The UI calls it when the modal
 * opens, and when the pointer enters a button. Nothing waits for it: the app's own settings apply until the response
 * arrives. Never rejects.
 */
export async function prefetchConfig(modal: Modal): Promise<void> {
  const inner = modal[internals]
  const { services, debug } = inner.options
  if (!services.config && !services.analytics && !debug) return
  inner.configRead ??= loadModule(() => import('./config.js')).then(({ readConfig }) => readConfig(modal))
  await inner.configRead.catch((cause) => {
    inner.configRead = undefined // the chunk failed to load; the next opening retries
    inner.warn(cause)
  })
}
