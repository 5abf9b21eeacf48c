import type { ModalState, Namespace } from '@latchkey/core'
import { type ReactElement, useCallback, useEffect, useRef } from 'react'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'
import { useModalState } from '../hooks/useModalState.js'
import type { UiModal } from '../uiModal.js'
import type { ButtonMark, DrawMark } from './buttonMark.js'
import { createLazyMark } from './lazyMark.js'
import { getShownBalance, type ShownAccount } from './shownAccount.js'
import { useWatched } from './useShownAccount.js'
import { loadBalanceWatch } from './watches.js'

type AccountFaceProps = {
  readonly modal: UiModal | undefined
  readonly namespace: Namespace | undefined
  readonly account: ShownAccount & { readonly address: string }
  readonly showBalance: boolean | undefined
}

/** An account on a button: its balance if requested, its picture and network, and its name. */
export function AccountFace({ modal, namespace, account, showBalance = false }: AccountFaceProps): ReactElement {
  const { caipNetworkId, address, image, label } = account
  const balance = useModalState(
    useCallback(
      (state: ModalState) => (showBalance ? getShownBalance(state, namespace) : undefined),
      [showBalance, namespace],
    ),
    modal,
  )
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
      {balance && (
        <span className="lk-balance">
          {balance.image && <img src={balance.image} alt="" />}
          {balance.text}
        </span>
      )}
      <MarkPlace modal={modal} account={{ address, image }} network={network} className="lk-account" />
      <span className="lk-name" dir="auto">
        {label}
      </span>
    </>
  )
}

const selectReady = (state: ModalState): boolean => state.status === 'ready'

type MarkPlaceProps = ButtonMark & { readonly modal: UiModal | undefined; readonly className: string }

/** The icon of a button. */
export function MarkPlace({ modal, className, account, network }: MarkPlaceProps): ReactElement {
  const instance = useModalInstance(modal)
  // services and adapters are asked for images once the modal is ready
  useModalState(selectReady, modal)
  const place = useRef<HTMLSpanElement>(null)
  const draw = useRef<DrawMark>(undefined)
  useEffect(() => {
    if (!place.current) return
    draw.current ??= createLazyMark(place.current)
    draw.current(instance, { account, network })
  })
  return <span ref={place} className={className} aria-hidden="true" />
}
