import type { PluginContext } from '../../contracts/adapter.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { clearTimer, hasTimer, setTimer } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { type Alert, type ThemeState, type Toast, toastDelays } from './state.js'

/** Titles and instructions of alerts that plugins show. */
const alerts: { readonly [code in ErrorCode]?: readonly [title: string, text: string] } = {
  FRAME_LOAD_FAILED: [
    'Network Error',
    'The embedded wallet could not be loaded. Check that `frameUrl` responds, and that its site allows this origin to embed it.',
  ],
  FRAME_REQUEST_TIMED_OUT: [
    'Embedded Wallet Request Timed Out',
    'The embedded wallet is loaded, but did not respond in time. Check the log of its site.',
  ],
  SESSION_EXPIRED: [
    'Session Expired',
    'The session with the wallet has expired, or the clock of this device is wrong. Check its time settings, and connect again.',
  ],
  UNVERIFIED_DOMAIN: [
    'Unverified Domain',
    'The site of the embedded wallet does not list this origin for this project. Add it to the origins of the project.',
  ],
}

/** Shows a toast. An open one is hidden first; the new one follows 150 ms later. [S2.22] */
export function showToast(modal: Modal, toast: Toast): void {
  const { store } = modal[internals]
  const show = (): void => {
    store.setState((state) => ({ ...state, toast }))
    if (toast.variant !== 'loading') setTimer(modal, 'toast', () => hideToast(modal), toastDelays.hide)
  }
  const wasOpen = store.getState().toast !== undefined || hasTimer(modal, 'toast')
  hideToast(modal)
  if (wasOpen) setTimer(modal, 'toast', show, toastDelays.replace)
  else show()
}

export function hideToast(modal: Modal): void {
  clearTimer(modal, 'toast')
  modal[internals].store.setState((state) => (state.toast ? { ...state, toast: undefined } : state))
}

/** Alerts the developer to a setup problem. Does nothing unless `debug` is enabled. */
export function showAlert(modal: Modal, error: LatchkeyError, level: Alert['level'] = 'error'): void {
  const { store, options } = modal[internals]
  if (!options.debug) return
  const alert: Alert = { level, code: error.code, title: error.shortMessage, text: error.details ?? '' }
  store.setState((state) => ({ ...state, alert }))
}

export function hideAlert(modal: Modal): void {
  modal[internals].store.setState((state) => ({ ...state, alert: undefined }))
}

/** Shows the developer the alert of an error code while `debug` is enabled, or the code alone if it has none. */
export function showErrorAlert(context: PluginContext, code: ErrorCode): void {
  const [title, text] = alerts[code] ?? [code, '']
  if (context.options.debug) context.showAlert({ level: 'error', code, title, text })
}

/** Changes the theme. `mode: undefined` follows the user's system. Variables that aren't named keep their value. */
export function setTheme(modal: Modal, theme: Partial<ThemeState>): void {
  modal[internals].store.setState((state) => ({
    ...state,
    theme: { ...state.theme, ...theme, variables: { ...state.theme.variables, ...theme.variables } },
  }))
}
