import type { ModalState, OnRampState, Purchase } from '@latchkey/core'
import { goBack, replace, reset } from '@latchkey/core/controllers/shell'
import { endPurchase, reopenPurchase, resetOnRamp } from '@latchkey/core/internal'
import { type ReactElement, useEffect } from 'react'
import { useRunning } from '../../hooks/useRunning.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { CopyLink } from '../../primitives/CopyLink.js'
import { Tile } from '../../primitives/Row.js'
import { ActionButton, Status, type StatusProps } from '../../primitives/Status.js'
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
  // the window must open during the click
  const reopen = (): void => void reopenPurchase(modal)
  const leave = {
    text: t('cancel'),
    onClick: () => {
      goBack(modal)
      endPurchase(modal)
    },
  }
  const finish = {
    text: t('done'),
    onClick: () => {
      resetOnRamp(modal)
      reset(modal, { view: 'Account', params: undefined })
    },
  }
  const toState = (): Omit<StatusProps, 'mark'> => {
    if (step === 'received')
      return { kind: 'done', title: t('buyReceived', names), text: t('buyReceivedText'), primary: finish }
    if (error) {
      const primary = { text: t('tryAgain'), onClick: reopen }
      return { kind: 'failed', title: t('buyFailed'), text: toOnRampErrorText(t, error), primary, secondary: leave }
    }
    if (step === 'overdue') {
      const primary = { text: t('buyAnew'), onClick: reopen }
      return { kind: 'unknown', title: t('buyOverdue'), text: t('buyOverdueText'), primary, secondary: leave }
    }
    if (step !== 'waiting')
      return { kind: 'waiting', title: t('buyAsking', names), text: t('buyAskingText'), secondary: leave }
    return {
      kind: 'waiting',
      title: t(isBlocked ? 'buyBlocked' : 'buyWaiting', names),
      text: t(!isWatched ? 'buyUnwatchedText' : isBlocked ? 'buyBlockedText' : 'buyWaitingText', names),
      children: <PurchaseWindow purchase={purchase} onOpen={reopen} />,
      secondary: leave,
    }
  }
  return <Status mark={<Tile name={provider.label} src={provider.iconUrl} />} {...toState()} />
}

type PurchaseWindowProps = { readonly purchase: Purchase; readonly onOpen: () => void }

/** Opens the window of a purchase again, or its link if the browser blocks it; and copies the link. */
function PurchaseWindow({ purchase, onOpen }: PurchaseWindowProps): ReactElement | null {
  const t = useTexts(onrampTexts)
  const { url, isBlocked, provider } = purchase
  if (!url) return null
  return (
    <>
      <ActionButton
        isPrimary={isBlocked}
        action={
          isBlocked
            ? { href: url, text: t('buyOpen', { provider: provider.label }) }
            : { text: t('buyAgain'), onClick: onOpen }
        }
      />
      <CopyLink uri={url} label={t('buyLink', { provider: provider.label })} />
    </>
  )
}
