import type { Network } from '@latchkey/core'
import { type ReactElement, useState } from 'react'
import { useNetworkImage } from '../hooks/useImage.js'
import { Tile } from './Row.js'

/** The icon of a network; its monogram without one. */
export function NetworkTile({ network }: { readonly network: Network }): ReactElement {
  const [failed, setFailed] = useState<string>()
  const own = network.assets?.imageUrl
  const image = useNetworkImage(network, own !== undefined && own === failed)
  return <Tile name={network.name} {...image} round onFail={setFailed} />
}
