import type { PluginContext } from '../../contracts/adapter.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { clearTimer, hasTimer, setTimer } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { type Alert, type ThemeState, type Toast, toastDelays } from './state.js'

/** Shows a message. One that is open is hidden first; the new one follows 150 ms later. [S2.22] */
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

/** Tells the developer of a fault in the set-up. Does nothing unless `debug` is on. */
export function showAlert(modal: Modal, error: LatchkeyError, level: Alert['level'] = 'error'): void {
  const { store, options } = modal[internals]
  if (!options.debug) return
  const alert: Alert = { level, code: error.code, title: error.shortMessage, text: error.details ?? '' }
  store.setState((state) => ({ ...state, alert }))
}

export function hideAlert(modal: Modal): void {
  modal[internals].store.setState((state) => ({ ...state, alert: undefined }))
}

/** Title, and what to do about it, of what a plugin tells the developer. */
const alerts: { readonly [code in ErrorCode]?: readonly [title: string, text: string] } = {
  FRAME_LOAD_FAILED: [
    'Network Error',
    'The embedded wallet could not be loaded. See that `frameUrl` answers, and that its site allows this origin to embed it.',
  ],
  FRAME_REQUEST_TIMED_OUT: [
    'Embedded Wallet Request Timed Out',
    'The embedded wallet is loaded, but did not answer in time. See the log of its site.',
  ],
  SESSION_EXPIRED: [
    'Session Expired',
    'The session with the wallet has run out, or the clock of this device is wrong. Check its time settings, and connect again.',
  ],
  UNVERIFIED_DOMAIN: [
    'Unverified Domain',
    'The site of the embedded wallet does not list this origin for this project. Add it to the origins of the project.',
  ],
}

/** Shows the developer the catalogue's alert of a fault, while `debug` is on; its code alone where it has none. */
export function raiseAlert({ options, setAlert }: PluginContext, code: ErrorCode): void {
  const [title, text] = alerts[code] ?? [code, '']
  if (options.debug) setAlert({ level: 'error', code, title, text })
}

/** Changes the look. `mode: undefined` follows the visitor's system; variables that are not named stay. */
export function setTheme(modal: Modal, theme: Partial<ThemeState>): void {
  modal[internals].store.setState((state) => ({
    ...state,
    theme: { ...state.theme, ...theme, variables: { ...state.theme.variables, ...theme.variables } },
  }))
}
