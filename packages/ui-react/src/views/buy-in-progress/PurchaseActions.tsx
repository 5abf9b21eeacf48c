import type { OnRampState, Purchase } from '@latchkey/core'
import type { ReactElement } from 'react'
import { purchaseTexts } from '../../i18n/messages/purchase.js'
import { useTexts } from '../../i18n/useTexts.js'
import { CopyLink } from '../../primitives/CopyLink/CopyLink.js'
import { Icon } from '../../primitives/Icon/Icon.js'

export type PurchaseActionsProps = {
  readonly step: OnRampState['step']
  readonly purchase: Purchase
  readonly onOpen: () => void
}

/** What helps while a purchase is waited for: its window once more, or its page as a link, and the link to be copied. */
export function PurchaseActions({ step, purchase, onOpen }: PurchaseActionsProps): ReactElement | null {
  const t = useTexts(purchaseTexts)
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
