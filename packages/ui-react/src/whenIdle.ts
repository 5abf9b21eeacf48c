import { internals } from '@latchkey/core'
import type { UiModal } from './uiModal.js'

/** Milliseconds after which browsers without idle callbacks (Safari) count as idle. */
const idleDelay = 200

/**
 * Runs a task once the page has loaded and has nothing else to do, to load code before it is needed. Never runs it if the app
 * chose `prefetch: 'hover'` or `false`, if the user saves data, on 2G, or after the end of the modal.
 */
export function whenIdle(modal: UiModal, task: () => void): void {
  const { env, ui } = modal
  const { signal } = modal[internals]
  const window = env.window()
  if (!window || (ui.prefetch ?? 'idle') !== 'idle' || isDataSaved(window.navigator)) return
  const wait = (): void => {
    const cancel = request(() => {
      signal.removeEventListener('abort', cancel)
      task()
    })
    // a pending callback would keep a destroyed modal in memory
    signal.addEventListener('abort', cancel, { once: true })
  }
  /** Returns its cancellation. */
  const request = (run: () => void): (() => void) => {
    if (!('requestIdleCallback' in window)) return env.setTimeout(run, idleDelay)
    const id = window.requestIdleCallback(run)
    return () => window.cancelIdleCallback(id)
  }
  if (signal.aborted) return
  if (window.document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true, signal })
}

/** Chromium's information about the user's network. [Network Information API] */
type Connection = { readonly saveData?: boolean; readonly effectiveType?: string }

function isDataSaved(navigator: Navigator & { readonly connection?: Connection }): boolean {
  const { saveData, effectiveType = '' } = navigator.connection ?? {}
  return saveData === true || effectiveType.endsWith('2g')
}
