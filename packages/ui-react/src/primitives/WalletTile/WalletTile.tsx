import type { WalletListing } from '@latchkey/core'
import type { ReactElement } from 'react'
import { useWalletImage } from '../../hooks/useWalletImage.js'
import { Tile } from '../Tile/Tile.js'

export type WalletTileProps = {
  /** Of the list. */
  readonly wallet?: WalletListing | undefined
  readonly name: string
  /** What stands for it where it is not of the list. */
  readonly icon?: string | undefined
}

/** The mark of a wallet; its monogram until the image is there. */
export function WalletTile({ wallet, name, icon }: WalletTileProps): ReactElement {
  const src = useWalletImage(wallet)
  return <Tile name={name} src={wallet ? src : icon} />
}
