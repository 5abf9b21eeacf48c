import { internals, type Modal } from '../../modal.js'
import { type EmailUpdateEvent, reduceEmailUpdate } from './reduceEmailUpdate.js'

/** Notes what happened to the change of email. */
export function setEmailUpdate(modal: Modal, event: EmailUpdateEvent): void {
  modal[internals].store.setState((state) => {
    const before = state.emailUpdate ?? { step: 'idle' }
    const emailUpdate = reduceEmailUpdate(before, event)
    return emailUpdate === before ? state : { ...state, emailUpdate }
  })
}
