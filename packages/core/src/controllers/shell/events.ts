import { internals, type Modal } from '../../modal/modal.js'
import type { ModalEvent, TrackedEvents } from './state.js'

/** Records an event as the latest one in the state, where subscribers and `useEvents` see it. */
export function track<name extends keyof TrackedEvents>(
  modal: Modal,
  event: name,
  properties: TrackedEvents[name],
): void {
  const entry = { event, properties, timestamp: modal.env.now() } as ModalEvent
  modal[internals].store.setState((state) => ({ ...state, event: entry }))
}

/** Calls `onEvent` for every event from now on. Returns its unsubscribe. */
export function watchEvents(modal: Modal, onEvent: (event: ModalEvent) => void): () => void {
  return modal.subscribe((state, previous) => {
    if (state.event && state.event !== previous.event) onEvent(state.event)
  })
}
