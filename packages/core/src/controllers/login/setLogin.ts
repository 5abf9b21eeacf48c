import { internals, type Modal } from '../../modal.js'
import { type LoginEvent, reduceLogin } from './reduceLogin.js'

/** Notes what happened to the login. */
export function setLogin(modal: Modal, event: LoginEvent): void {
  modal[internals].store.setState((state) => {
    const before = state.login ?? { step: 'idle' }
    const login = reduceLogin(before, event)
    return login === before ? state : { ...state, login }
  })
}
