import { internals, type Modal } from '../../modal.js'
import { applyFeatures } from './applyFeatures.js'
import type { Features } from './state.js'

/** Switches features while the modal runs; what is not named stays, and so does what the project's settings say. */
export function updateFeatures(modal: Modal, features: Partial<Features>): void {
  const inner = modal[internals]
  inner.localFeatures = { ...inner.localFeatures, ...features }
  applyFeatures(modal)
}
