import { createModal } from '../createModal.js'
import type { CreateModalOptions, UiModal } from '../uiModal.js'
import { createFakeFamily, type FakeFamilyAdapter } from './createFakeFamily.js'
import { createFakeWallet, type FakeFamily, type FakeWallet } from './createFakeWallet.js'

export type FakeWorld = {
  readonly modal: UiModal
  /** Firefly is on every chain family, Rainbow on EVM alone. */
  readonly wallets: { readonly [name in FakeFamily | 'rainbow']: FakeWallet }
  readonly families: { readonly [family in FakeFamily]: FakeFamilyAdapter<family> }
}

/** A started modal with three chain families and their wallets. */
export function createFakeWorld(options: Partial<CreateModalOptions> = {}): FakeWorld {
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
  const modal = createModal({
    adapters: [families.eip155.plugin, families.solana.plugin, families.bip122.plugin],
    features: { multiWallet: true },
    disableAppend: true,
    env: { storage: () => null },
    ...options,
  })
  modal.start()
  return { modal, wallets, families }
}
