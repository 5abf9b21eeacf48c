import { toWalletKey } from './toWalletKey.js'

/** What connectors and rows of the list have in common. */
export type WalletClaim = { readonly name?: string | undefined; readonly rdns?: string | undefined }

/** Whether a claim is of one of these wallets: the same reverse domain name, or the same name. */
export function toWalletMatch(wallets: readonly WalletClaim[]): (claim: WalletClaim) => boolean {
  const domains = new Set(wallets.flatMap(({ rdns }) => rdns ?? []))
  const names = new Set(wallets.flatMap(({ name }) => (name === undefined ? [] : toWalletKey(name))))
  return ({ name, rdns }) =>
    (rdns !== undefined && domains.has(rdns)) || (names.size > 0 && name !== undefined && names.has(toWalletKey(name)))
}
