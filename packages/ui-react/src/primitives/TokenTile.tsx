import { internals, type ModalState, parseCaipNetworkId, type Token } from '@latchkey/core'
import { isSameAddress } from '@latchkey/core/plugin'
import { type ReactElement, useCallback, useState } from 'react'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'
import { useNetworkImage, useTokenMark } from '../hooks/useImage.js'
import { useModalState } from '../hooks/useModalState.js'
import type { UiModal } from '../uiModal.js'
import { Tile } from './Row.js'

type ShownToken = Pick<Token, 'caipNetworkId' | 'address' | 'symbol' | 'iconUrl'>

/**
 * The icon of a token: the app's, else that of the service, else the logo of a well-known token, else its monogram. With the
 * icon of its network at the corner, if the app has several. A symbol says nothing about a token: see `fetchTokenImage`.
 */
export function TokenTile({ token }: { readonly token: ShownToken | undefined }): ReactElement {
  const modal = useModalInstance()
  const [failed, setFailed] = useState<readonly string[]>([])
  const own = token && [getAppImage(modal, token), token.iconUrl].find((src) => src && !failed.includes(src))
  const mark = useTokenMark(own ? undefined : token)
  const image = own ? { src: own } : mark
  return (
    <Tile
      name={token?.symbol ?? ''}
      {...image}
      round
      badge={token && <NetworkBadge caipNetworkId={token.caipNetworkId} />}
      onFail={(src) => setFailed([...failed, src])}
    />
  )
}

/** The image that the app has set for a token. */
function getAppImage(modal: UiModal, { caipNetworkId, address }: ShownToken): string | undefined {
  const own = modal[internals].options.tokens?.[caipNetworkId]
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
  const isOwn = own && namespace && address !== undefined && isSameAddress(namespace, own.address, address)
  return isOwn ? own.image : undefined
}

/** The icon of a network at the corner of a tile, once it is loaded. */
function NetworkBadge({ caipNetworkId }: Pick<Token, 'caipNetworkId'>): ReactElement | null {
  const network = useModalState(
    useCallback(
      ({ networks }: ModalState) =>
        networks.length > 1 ? networks.find((known) => known.caipNetworkId === caipNetworkId) : undefined,
      [caipNetworkId],
    ),
  )
  const [failed, setFailed] = useState<string>()
  const { src } = useNetworkImage(network, failed !== undefined && failed === network?.assets?.imageUrl)
  if (!src || src === failed) return null
  return (
    <span className="badge" part="badge">
      <img src={src} alt="" width="16" height="16" draggable={false} onError={() => setFailed(src)} />
    </span>
  )
}
