import { useWalletListing } from '../../hooks/useWalletListing.js'
import { type PairedWallet, useAnyWallet } from './useAnyWallet.js'

/** The wallet to pair with. Where the list does not have it, or cannot be asked, any wallet can still take the code. */
export function usePairedWallet(walletId: string): PairedWallet {
  const any = useAnyWallet()
  const wallet = useWalletListing(walletId).wallet ?? undefined
  return wallet ? { ...any, wallet, name: wallet.name } : any
}
