import { loadModule, type WalletListing } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'

/** The image URL of a wallet, once it is there: its own, else that of the list, which is let go with the component. */
export function useWalletImage(wallet: WalletListing | undefined): string | undefined {
  const modal = useModalInstance()
  const [found, setFound] = useState<{ readonly wallet: WalletListing; readonly src: string }>()

  useEffect(() => {
    if (!wallet || wallet.image_url) return undefined
    let src: string | undefined
    let isCurrent = true
    const load = async (): Promise<void> => {
      const { fetchWalletImage } = await loadModule(() => import('./walletVerbs.js'))
      const image = await fetchWalletImage(modal, { wallet })
      if (!isCurrent || !image) return
      src = URL.createObjectURL(image)
      setFound({ wallet, src })
    }
    load().catch(() => {
      // the monogram stays
    })
    return () => {
      isCurrent = false
      if (src) URL.revokeObjectURL(src)
    }
  }, [modal, wallet])

  return wallet?.image_url ?? (found && found.wallet === wallet ? found.src : undefined)
}
