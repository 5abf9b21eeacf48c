import type { ModalState } from '../../modal.js'

/** Whether transactions can be shown: on EVM alone [S6.8], where the app has not switched them off. */
export function isActivitySupported({ features, activeNamespace }: ModalState): boolean {
  return features.activity && activeNamespace === 'eip155'
}
