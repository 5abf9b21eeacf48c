import type { PairingCode } from '../contracts/features.js'
import { createTestModal, type TestModal, type TestModalOptions } from './createTestModal.js'
import { createTestPairing, type TestPairing } from './createTestPairing.js'

export type PairingWorld = TestModal & { readonly pairing: TestPairing }

type PairingWorldOptions = TestModalOptions & { readonly pairing?: TestPairing | undefined }

export const testCode: PairingCode = {
  uri: `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`,
  expiresAt: 1_700_000_240_000,
}

/** A page with wallets of its own on two chain families, and a connector that pairs on both. */
export function createPairingWorld({
  pairing = createTestPairing(),
  ...options
}: PairingWorldOptions = {}): PairingWorld {
  return { ...createTestModal({ plugins: [pairing.plugin], ...options }), pairing }
}

/** Of the connections on both families. */
export function statusOf({ modal }: PairingWorld): readonly (string | undefined)[] {
  return (['eip155', 'solana'] as const).map((name) => modal.getState().namespaces[name]?.connection.status)
}
