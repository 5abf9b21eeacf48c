import { internals, type Modal } from '../../modal.js'
import { resolveFeatures } from './state.js'

/** Makes hold what the app says of features, and over it what its project's settings say. [S1.5] */
export function applyFeatures(modal: Modal): void {
  const { store, localFeatures, imposedFeatures, areLoginsBarred } = modal[internals]
  const barred = areLoginsBarred && { email: false, socials: false as const }
  const features = resolveFeatures({ ...localFeatures, ...imposedFeatures, ...barred })
  store.setState((state) => ({ ...state, features }))
}
