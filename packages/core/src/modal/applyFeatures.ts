import { resolveFeatures, withoutLogins } from './features.js'
import { internals, type Modal } from './modal.js'

/** Recomputes the features from the app's, with the project's remote settings on top. [S1.5] */
export function applyFeatures(modal: Modal): void {
  const { store, localFeatures, imposedFeatures, areLoginsBarred } = modal[internals]
  const features = resolveFeatures({ ...localFeatures, ...imposedFeatures, ...(areLoginsBarred && withoutLogins) })
  store.setState((state) => ({ ...state, features }))
}

/** Disables logins for good: the project or the wallet's site doesn't allow them on this page. */
export function barLogins(modal: Modal): void {
  modal[internals].areLoginsBarred = true
  applyFeatures(modal)
}
