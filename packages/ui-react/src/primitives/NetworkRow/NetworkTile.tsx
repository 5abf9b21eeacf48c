import type { Network } from '@latchkey/core'
import type { ReactElement } from 'react'
import { useNetworkImage } from '../../hooks/useNetworkImage.js'
import { Tile } from '../Tile/Tile.js'

/** The mark of a network; its monogram until the image is there. */
export function NetworkTile({ network }: { readonly network: Network }): ReactElement {
  const src = useNetworkImage(network)
  return <Tile name={network.name} src={src} round />
}
