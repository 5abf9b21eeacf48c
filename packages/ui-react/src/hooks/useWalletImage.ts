import type { WalletListing } from '@latchkey/core'
import { fetchWalletImage } from '@latchkey/core/controllers'
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
    fetchWalletImage(modal, { wallet }).then(
      (image) => {
        if (!isCurrent || !image) return
        src = URL.createObjectURL(image)
        setFound({ wallet, src })
      },
      () => {
        // the monogram stays
      },
    )
    return () => {
      isCurrent = false
      if (src) URL.revokeObjectURL(src)
    }
  }, [modal, wallet])

  return wallet?.image_url ?? (found && found.wallet === wallet ? found.src : undefined)
}
