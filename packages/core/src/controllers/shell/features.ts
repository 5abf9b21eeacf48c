import { type Features, resolveFeatures } from '../../modal/features.js'
import { internals, type Modal } from '../../modal/modal.js'

/**
 * Changes features of the running modal. Features that aren't named keep their value, and the project's remote settings
 * still take precedence.
 */
export function updateFeatures(modal: Modal, features: Partial<Features>): void {
  const inner = modal[internals]
  inner.localFeatures = { ...inner.localFeatures, ...features }
  applyFeatures(modal)
}

/** Recomputes the features from the app's, with the project's remote settings on top. [S1.5] */
export function applyFeatures(modal: Modal): void {
  const { store, localFeatures, imposedFeatures, areLoginsBarred } = modal[internals]
  const barred = areLoginsBarred && { email: false, socials: false as const }
  const features = resolveFeatures({ ...localFeatures, ...imposedFeatures, ...barred })
  store.setState((state) => ({ ...state, features }))
}
