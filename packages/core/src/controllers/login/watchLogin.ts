import { internals, type Modal } from '../../modal.js'
import { endLogin } from './endLogin.js'
import { isLoginShown } from './isLoginShown.js'
import { loginKeys } from './state.js'

/** Ends the login when the visitor leaves its views. Who leaves once the code was taken has logged in all the same. */
export function watchLogin(modal: Modal): void {
  const { listening } = modal[internals]
  if (listening.has(loginKeys.watch)) return
  const stop = modal.subscribe((state, previous) => {
    if (state.router === previous.router && state.modal.open === previous.modal.open) return
    const isConnecting = state.login?.step === 'connecting' && !state.login.error
    if (!isConnecting && !isLoginShown(state)) endLogin(modal)
  })
  listening.set(loginKeys.watch, stop)
}
