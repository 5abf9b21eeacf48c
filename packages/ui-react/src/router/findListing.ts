import type { ModalState, WalletListing } from '@latchkey/core'

/** A wallet of the list by its id, as far as the list has come. */
export function findListing(
  { wallets }: Pick<ModalState, 'wallets'>,
  walletId: string | undefined,
): WalletListing | undefined {
  const { featured, recommended, recent, all, search } = wallets
  return [featured, recommended, recent, all.wallets, search.wallets].flat().find(({ id }) => id === walletId)
}
