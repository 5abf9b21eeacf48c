import { internals, type Modal } from '../../modal.js'
import { type Features, resolveFeatures } from './state.js'

/** Switches features while the modal runs; what is not named stays. */
export function updateFeatures(modal: Modal, features: Partial<Features>): void {
  const inner = modal[internals]
  inner.localFeatures = { ...inner.localFeatures, ...features }
  inner.store.setState((state) => ({ ...state, features: resolveFeatures(inner.localFeatures) }))
}
