import type { ModalState, OnRampState, Purchase } from '@latchkey/core'
import { goBack, replace, reset } from '@latchkey/core/controllers/shell'
import { endPurchase, reopenPurchase, resetOnRamp } from '@latchkey/core/internal'
import { type ReactElement, useEffect } from 'react'
import { useRunning } from '../../hooks/useRunning.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { CopyLink } from '../../primitives/CopyLink.js'
import { Icon } from '../../primitives/Icon.js'
import { Tile } from '../../primitives/Row.js'
import { RequestStatus, Status } from '../../primitives/Status.js'
import { EndedStep } from '../../primitives/ViewStates.js'
import { onrampTexts } from './messages.js'
import { toOnRampErrorText } from './onrampText.js'
import { notifyAfterLeaving } from './purchaseNotices.js'

const selectRunning = ({ onramp }: ModalState): OnRampState | undefined => (onramp?.purchase ? onramp : undefined)

/** Waits for a purchase at a provider, and shows when the funds have arrived. */
export function BuyInProgressView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(onrampTexts)
  const onramp = useRunning('BuyInProgress', selectRunning)
  useEffect(() => notifyAfterLeaving(modal, t), [modal, t])
  const purchase = onramp?.purchase
  if (!purchase)
    return (
      <EndedStep
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
      <Status
        kind="done"
        mark={<Tile name={provider.label} src={provider.iconUrl} />}
        title={t('buyReceived', { symbol })}
        text={t('buyReceivedText')}
        primary={{
          text: t('done'),
          onClick: () => {
            resetOnRamp(modal)
            reset(modal, { view: 'Account', params: undefined })
          },
        }}
      />
    )
  // the window must open during the click
  const reopen = (): void => void reopenPurchase(modal)
  const leave = (): void => {
    goBack(modal)
    endPurchase(modal)
  }
  const isOverdue = step === 'overdue'
  const isReady = step === 'waiting'
  const title = isOverdue ? 'buyOverdue' : !isReady ? 'buyAsking' : isBlocked ? 'buyBlocked' : 'buyWaiting'
  const waitingText = !isWatched ? 'buyUnwatchedText' : isBlocked ? 'buyBlockedText' : 'buyWaitingText'
  return (
    <RequestStatus
      mark={<Tile name={provider.label} src={provider.iconUrl} />}
      title={t(title, names)}
      text={t(isOverdue ? 'buyOverdueText' : isReady ? waitingText : 'buyAskingText', names)}
      isWaiting={!isOverdue}
      error={error}
      failure={t('buyFailed')}
      help={error && toOnRampErrorText(t, error)}
      action={<PurchaseActions step={step} purchase={purchase} onOpen={reopen} />}
      onRetry={reopen}
      onCancel={leave}
    />
  )
}

type PurchaseActionsProps = {
  readonly step: OnRampState['step']
  readonly purchase: Purchase
  readonly onOpen: () => void
}

/** Actions while a purchase is in progress: open its window or its link again, and copy the link. */
function PurchaseActions({ step, purchase, onOpen }: PurchaseActionsProps): ReactElement | null {
  const t = useTexts(onrampTexts)
  const { url, isBlocked, provider } = purchase
  if (step === 'overdue')
    return (
      <button className="btn" part="button primary" data-kind="primary" type="button" onClick={onOpen}>
        {t('buyAnew')}
      </button>
    )
  if (step !== 'waiting' || !url) return null
  return (
    <>
      {isBlocked ? (
        <a
          className="btn"
          part="button primary"
          data-kind="primary"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('buyOpen', { provider: provider.label })}
          <Icon name="external" flip />
        </a>
      ) : (
        <button className="btn" part="button" type="button" onClick={onOpen}>
          {t('buyAgain')}
        </button>
      )}
      <CopyLink uri={url} label={t('buyLink', { provider: provider.label })} />
    </>
  )
}
