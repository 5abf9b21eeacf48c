import type { Network } from '@latchkey/core'
import { fetchNetworkImage } from '@latchkey/core/internal'
import { type ReactElement, useEffect, useState } from 'react'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'
import { Tile } from './Row.js'

/** The icon of a network; its monogram until the image is loaded. */
export function NetworkTile({ network }: { readonly network: Network }): ReactElement {
  const src = useNetworkImage(network)
  return <Tile name={network.name} src={src} round />
}

/** The image URL of a network, once it is known. */
function useNetworkImage(network: Network): string | undefined {
  const modal = useModalInstance()
  const [found, setFound] = useState<{ readonly id: string; readonly src: string | undefined }>()

  useEffect(() => {
    let isCurrent = true
    fetchNetworkImage(modal, network).then(
      (src) => isCurrent && setFound({ id: network.caipNetworkId, src }),
      () => {
        // the monogram stays
      },
    )
    return () => {
      isCurrent = false
    }
  }, [modal, network])

  return found?.id === network.caipNetworkId ? found.src : network.assets?.imageUrl
}
