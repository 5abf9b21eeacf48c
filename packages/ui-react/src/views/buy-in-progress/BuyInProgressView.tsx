import type { ModalState, OnRampState } from '@latchkey/core'
import { goBack, replace, reset } from '@latchkey/core/controllers'
import { endPurchase, reopenPurchase, resetOnRamp } from '@latchkey/core/internal'
import { type ComponentType, type ReactElement, useEffect } from 'react'
import { useRunning } from '../../hooks/useRunning.js'
import { onrampTexts } from '../../i18n/messages/onramp.js'
import { purchaseTexts } from '../../i18n/messages/purchase.js'
import { toOnRampFault } from '../../i18n/toOnRampFault.js'
import { useTexts } from '../../i18n/useTexts.js'
import copyLink from '../../primitives/CopyLink/CopyLink.css'
import { Ended } from '../../primitives/Ended/Ended.js'
import status from '../../primitives/Status/Status.css'
import { Status } from '../../primitives/Status/Status.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'
import { PurchaseActions } from './PurchaseActions.js'
import { Received } from './Received.js'
import { tellWhenLeft } from './tellWhenLeft.js'

export { BuyInProgressView as View }

const texts = { ...onrampTexts, ...purchaseTexts } as const

export const styles: string = copyLink + status
export const Title: ComponentType = () => useTexts(purchaseTexts)('buyTitle')

const selectRunning = ({ onramp }: ModalState): OnRampState | undefined => (onramp?.purchase ? onramp : undefined)

/** Waits for a purchase at a provider, and says when the funds have come. */
export function BuyInProgressView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const onramp = useRunning('BuyInProgress', selectRunning)
  useEffect(() => tellWhenLeft(modal, t), [modal, t])
  const purchase = onramp?.purchase
  if (!purchase)
    return (
      <Ended
        title={t('buyNone')}
        text={t('buyNoneText')}
        action={t('buyStart')}
        onAction={() => replace(modal, { view: 'OnRampProviders', params: undefined })}
      />
    )
  const { provider, symbol, isBlocked, isWatched } = purchase
  const { step, error } = onramp
  const names = { provider: provider.label, symbol }
  if (step === 'received')
    return (
      <Received
        symbol={symbol}
        onDone={() => {
          resetOnRamp(modal)
          reset(modal, { view: 'Account', params: undefined })
        }}
      />
    )
  // a press opens the window in its own task
  const goOn = (): void => void reopenPurchase(modal)
  const leave = (): void => {
    goBack(modal)
    endPurchase(modal)
  }
  const isOverdue = step === 'overdue'
  const isReady = step === 'waiting'
  const title = isOverdue ? 'buyOverdue' : !isReady ? 'buyAsking' : isBlocked ? 'buyBlocked' : 'buyWaiting'
  const waitingText = !isWatched ? 'buyUnwatchedText' : isBlocked ? 'buyBlockedText' : 'buyWaitingText'
  return (
    <Status
      mark={<Tile name={provider.label} src={provider.iconUrl} />}
      title={t(title, names)}
      text={t(isOverdue ? 'buyOverdueText' : isReady ? waitingText : 'buyAskingText', names)}
      isWaiting={!isOverdue}
      error={error}
      failure={t('buyFailed')}
      help={error && toOnRampFault(t, error)}
      action={<PurchaseActions step={step} purchase={purchase} onOpen={goOn} />}
      onRetry={goOn}
      onCancel={leave}
    />
  )
}
