import { createTestLogin, createTestPairing, type TestLogin, type TestPairing } from '@latchkey/testing/connectors'
import { createModal } from '../createModal.js'
import type { CreateModalOptions, UiModal } from '../uiModal.js'
import { createFakeFamily, type FakeFamilyAdapter } from './createFakeFamily.js'
import { createFakeWallet, type FakeFamily, type FakeWallet } from './createFakeWallet.js'
// loaded with the file: a test that ends while the modal still loads it would break later tests
import '../element/defineElement.js'

export type FakeWorld = {
  readonly modal: UiModal
  /** Firefly supports every namespace, Rainbow only EVM. */
  readonly wallets: { readonly [name in FakeFamily | 'rainbow']: FakeWallet }
  /** Only in the modal if `isPairing` is set. */
  readonly pairing: TestPairing
  /** Only in the modal if `isEmbedded` is set. */
  readonly login: TestLogin
  readonly families: { readonly [family in FakeFamily]: FakeFamilyAdapter<family> }
}

export type FakeWorldOptions = Partial<CreateModalOptions> & {
  /** Adds a connector that pairs. Default: false. */
  readonly isPairing?: boolean | undefined
  /** Adds an embedded wallet. Default: false. */
  readonly isEmbedded?: boolean | undefined
  /** URL of the embedded wallet's account page. */
  readonly accountUrl?: string | undefined
}

/** Creates and starts a modal with three namespaces and their wallets. */
export function createFakeWorld({
  isPairing = false,
  isEmbedded = false,
  accountUrl,
  ...options
}: FakeWorldOptions = {}): FakeWorld {
  const wallets = {
    eip155: createFakeWallet('eip155', 'Firefly'),
    solana: createFakeWallet('solana', 'Firefly'),
    bip122: createFakeWallet('bip122', 'Firefly Wallet'),
    rainbow: createFakeWallet('eip155', 'Rainbow'),
  }
  const families = {
    eip155: createFakeFamily('eip155', [wallets.eip155, wallets.rainbow]),
    solana: createFakeFamily('solana', [wallets.solana]),
    bip122: createFakeFamily('bip122', [wallets.bip122]),
  }
  const pairing = createTestPairing()
  const login = createTestLogin({ accountUrl })
  const adapters = [families.eip155.plugin, families.solana.plugin, families.bip122.plugin] as const
  const modal = createModal({
    adapters: [...adapters, ...(isPairing ? [pairing.plugin] : []), ...(isEmbedded ? [login.plugin] : [])],
    features: { multiWallet: true },
    disableAppend: true,
    env: { storage: () => null },
    ...options,
  })
  modal.start()
  return { modal, wallets, pairing, login, families }
}
