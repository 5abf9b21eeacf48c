import { type ModalState, type Namespace, type Network, toFixedDecimals } from '@latchkey/core'
import { type ReactElement, useCallback, useState } from 'react'
import { useAccount } from '../hooks/useAccount.js'
import { useNetworkImage } from '../hooks/useImage.js'
import { useModalState } from '../hooks/useModalState.js'
import { Avatar } from '../primitives/Avatar.js'
import type { UiModal } from '../uiModal.js'
import type { ShownAccount } from './shownAccount.js'
import { useWatched } from './useShownAccount.js'
import { loadBalanceWatch } from './watches.js'

type AccountFaceProps = {
  readonly modal: UiModal | undefined
  readonly namespace: Namespace | undefined
  readonly account: ShownAccount & { readonly address: string }
  readonly showBalance: boolean
}

/** What a button shows of an account: its balance if requested, its picture and network, and its name. */
export function AccountFace({ modal, namespace, account, showBalance }: AccountFaceProps): ReactElement {
  const { caipNetworkId, address, image, label } = account
  const { balance, balanceSymbol, balanceImage } = useAccount({ namespace, modal })
  const network = useModalState(
    useCallback(
      ({ networks }: ModalState) => networks.find((known) => known.caipNetworkId === caipNetworkId),
      [caipNetworkId],
    ),
    modal,
  )
  useWatched(showBalance, loadBalanceWatch, { modal, namespace })
  return (
    <>
      {showBalance && balance !== undefined && (
        <span className="lk-balance">
          {balanceImage && <img src={balanceImage} alt="" />}
          {toFixedDecimals(balance, 3)} {balanceSymbol}
        </span>
      )}
      <span className="lk-account" aria-hidden="true">
        <Avatar address={address} src={image} className="lk-avatar" />
        {network && <NetworkIcon modal={modal} network={network} className="lk-chain" />}
      </span>
      <span className="lk-name">{label}</span>
      <Chevron />
    </>
  )
}

type NetworkIconProps = {
  readonly modal: UiModal | undefined
  readonly network: Network
  readonly className: string
  /** Shows its first letter if there is no image. */
  readonly hasLetter?: boolean | undefined
}

/** The icon of a network: its place stays empty until it is loaded, so that nothing moves. */
export function NetworkIcon({ modal, network, className, hasLetter }: NetworkIconProps): ReactElement {
  const [failed, setFailed] = useState<string>()
  const own = network.assets?.imageUrl
  const { src, isPending } = useNetworkImage(network, {
    instance: modal,
    withoutOwn: own !== undefined && own === failed,
  })
  const isUsable = src !== undefined && src !== failed
  return (
    <span className={className} aria-hidden="true">
      {isUsable && <img src={src} alt="" width="24" height="24" draggable={false} onError={() => setFailed(src)} />}
      {!isUsable && !isPending && hasLetter && Array.from(network.name.trim())[0]?.toUpperCase()}
    </span>
  )
}

/** Says that a click opens more. */
export function Chevron(): ReactElement {
  return (
    <svg className="lk-chevron" viewBox="0 0 16 16" aria-hidden="true">
      <path d="m4 6 4 4 4-4" />
    </svg>
  )
}
