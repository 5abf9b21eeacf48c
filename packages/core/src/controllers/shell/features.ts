import { applyFeatures } from '../../modal/applyFeatures.js'
import type { Features } from '../../modal/features.js'
import { internals, type Modal } from '../../modal/modal.js'
import { omitUndefined } from '../../utils/records.js'

/**
 * Changes features of the running modal. Features that aren't named keep their value, and the project's remote settings
 * still take precedence.
 */
export function updateFeatures(modal: Modal, features: Partial<Features>): void {
  const inner = modal[internals]
  inner.localFeatures = { ...inner.localFeatures, ...omitUndefined(features) }
  applyFeatures(modal)
}
