import { type Features, resolveFeatures } from '../../modal/features.js'
import { internals, type Modal } from '../../modal/modal.js'

/** Switches features while the modal runs; what is not named stays, and so does what the project's settings say. */
export function updateFeatures(modal: Modal, features: Partial<Features>): void {
  const inner = modal[internals]
  inner.localFeatures = { ...inner.localFeatures, ...features }
  applyFeatures(modal)
}

/** Makes hold what the app says of features, and over it what its project's settings say. [S1.5] */
export function applyFeatures(modal: Modal): void {
  const { store, localFeatures, imposedFeatures, areLoginsBarred } = modal[internals]
  const barred = areLoginsBarred && { email: false, socials: false as const }
  const features = resolveFeatures({ ...localFeatures, ...imposedFeatures, ...barred })
  store.setState((state) => ({ ...state, features }))
}
