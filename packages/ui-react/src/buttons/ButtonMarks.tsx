import type { ModalState, Network } from '@latchkey/core'
import { type ReactElement, useCallback, useState } from 'react'
import { useNetworkImage } from '../hooks/useImage.js'
import { useModalState } from '../hooks/useModalState.js'
import { Avatar } from '../primitives/Avatar.js'
import type { UiModal } from '../uiModal.js'
import type { ShownAccount } from './shownAccount.js'

type AccountMarkProps = {
  readonly modal: UiModal | undefined
  readonly account: Pick<ShownAccount, 'caipNetworkId' | 'image'> & { readonly address: string }
}

/** The picture of an account, with the icon of its network at the corner. */
export function AccountMark({ modal, account: { caipNetworkId, address, image } }: AccountMarkProps): ReactElement {
  const network = useModalState(
    useCallback(
      ({ networks }: ModalState) => networks.find((known) => known.caipNetworkId === caipNetworkId),
      [caipNetworkId],
    ),
    modal,
  )
  return (
    <>
      <Avatar address={address} src={image} className="lk-avatar" />
      {network && (
        <span className="lk-chain">
          <NetworkMark modal={modal} network={network} />
        </span>
      )}
    </>
  )
}

type NetworkMarkProps = {
  readonly modal: UiModal | undefined
  readonly network: Network
  /** Shows its first letter if there is no image. */
  readonly hasLetter?: boolean | undefined
}

/** The icon of a network, once it is loaded. */
export function NetworkMark({ modal, network, hasLetter }: NetworkMarkProps): ReactElement | string | null {
  const [failed, setFailed] = useState<string>()
  const own = network.assets?.imageUrl
  const withoutOwn = own !== undefined && own === failed
  const { src, isPending } = useNetworkImage(network, { instance: modal, withoutOwn })
  if (src !== undefined && src !== failed)
    return <img src={src} alt="" width="24" height="24" draggable={false} onError={() => setFailed(src)} />
  return isPending || !hasLetter ? null : (Array.from(network.name.trim())[0]?.toUpperCase() ?? null)
}
