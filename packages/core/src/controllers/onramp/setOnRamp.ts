import { internals, type Modal } from '../../modal.js'
import { type OnRampEvent, reduceOnRamp } from './reduceOnRamp.js'
import { initialOnRamp } from './state.js'

/** Notes what happened to a purchase. */
export function setOnRamp(modal: Modal, event: OnRampEvent): void {
  const before = modal.getState().onramp
  const onramp = reduceOnRamp(before ?? initialOnRamp, event)
  if (onramp !== before) modal[internals].store.setState((state) => ({ ...state, onramp }))
}
