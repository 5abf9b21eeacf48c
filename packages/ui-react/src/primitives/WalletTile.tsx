import type { WalletListing } from '@latchkey/core'
import { type ReactElement, useEffect, useState } from 'react'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'
import { loadWalletList } from '../hooks/useWalletListing.js'
import { Tile } from './Tile.js'

type WalletTileProps = {
  /** Of the list. */
  readonly wallet?: WalletListing | undefined
  readonly name: string
  /** The icon of a wallet that is not in the list. */
  readonly icon?: string | undefined
}

/** The icon of a wallet; its monogram until the image is loaded. */
export function WalletTile({ wallet, name, icon }: WalletTileProps): ReactElement {
  const src = useWalletImage(wallet)
  return <Tile name={name} src={wallet ? src : icon} />
}

/**
 * The image URL of a wallet, once it is loaded: its own, else that of the list as a data URL, which pages allow anyway for
 * the icons of installed wallets.
 */
export function useWalletImage(wallet: WalletListing | undefined): string | undefined {
  const modal = useModalInstance()
  const [found, setFound] = useState<{ readonly wallet: WalletListing; readonly src: string }>()

  useEffect(() => {
    if (!wallet || wallet.image_url) return undefined
    let isCurrent = true
    const load = async (): Promise<void> => {
      const { fetchWalletImage } = await loadWalletList()
      const image = await fetchWalletImage(modal, { wallet })
      const src = image && (await toDataUrl(image))
      if (isCurrent && src) setFound({ wallet, src })
    }
    load().catch(() => {
      // the monogram stays
    })
    return () => {
      isCurrent = false
    }
  }, [modal, wallet])

  return wallet?.image_url ?? (found && found.wallet === wallet ? found.src : undefined)
}

function toDataUrl(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(image)
  })
}
