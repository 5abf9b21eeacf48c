import type { PairingCode } from '../contracts/features.js'
import { createTestModal, type TestModal, type TestModalOptions } from './createTestModal.js'
import { createTestPairing, type TestPairing } from './createTestPairing.js'

export type PairingWorld = TestModal & { readonly pairing: TestPairing }

type PairingWorldOptions = TestModalOptions & { readonly pairing?: TestPairing | undefined }

export const testCode: PairingCode = {
  uri: `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`,
  expiresAt: 1_700_000_240_000,
}

/** Creates a page with wallets in two namespaces, and a connector that pairs in both. */
export function createPairingWorld({
  pairing = createTestPairing(),
  ...options
}: PairingWorldOptions = {}): PairingWorld {
  return { ...createTestModal({ plugins: [pairing.plugin], ...options }), pairing }
}

/** Returns the connection status of both namespaces. */
export function statusOf({ modal }: PairingWorld): readonly (string | undefined)[] {
  return (['eip155', 'solana'] as const).map((name) => modal.getState().namespaces[name]?.connection.status)
}
