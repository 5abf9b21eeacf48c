import { internals, type Modal } from '../../modal.js'
import { type NamesEvent, reduceNames } from './reduceNames.js'
import { initialNames } from './state.js'

/** Notes what happened to a name. Returns whether that changed anything. */
export function setNames(modal: Modal, event: NamesEvent): boolean {
  const before = modal.getState().names
  const names = reduceNames(before ?? initialNames, event)
  if (names === before) return false
  modal[internals].store.setState((state) => ({ ...state, names }))
  return true
}
