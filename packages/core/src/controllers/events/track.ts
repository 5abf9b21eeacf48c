import { internals, type Modal } from '../../modal.js'
import type { ModalEvent, TrackedEvents } from './state.js'

/** Makes an event the last one in the state, where subscribers and `useEvents` see it. */
export function track<name extends keyof TrackedEvents>(
  modal: Modal,
  event: name,
  properties: TrackedEvents[name],
): void {
  const entry = { event, properties, timestamp: modal.env.now() } as ModalEvent
  modal[internals].store.setState((state) => ({ ...state, event: entry }))
}
