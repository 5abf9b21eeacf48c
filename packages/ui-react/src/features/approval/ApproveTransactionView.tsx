import { type ReactElement, useRef } from 'react'
import { useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { approveTexts } from './messages.js'
import { useApproval } from './useApproval.js'

/**
 * Leaves room for the embedded wallet's own screen, in which the user decides [S6.6]. That screen is a dialog over the
 * page, as tall as its content, with its own title and its own button to reject; this view is visible while it loads.
 */
export function ApproveTransactionView(): ReactElement {
  const t = useTexts(approveTexts)
  const slot = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { isWaiting, isScreenShown, cancel } = useApproval(slot, button)
  return (
    <div className="approve">
      <div className="slot" ref={slot} data-waiting={isWaiting || undefined}>
        {/* the wallet’s screen describes itself from then on */}
        {!isScreenShown && (
          <div role="status">
            <span className="tile" part="tile" aria-hidden="true">
              <Icon name={isWaiting ? 'loader' : 'info'} spin={isWaiting} />
            </span>
            <b dir="auto">{t(isWaiting ? 'approveHeading' : 'approveNothing')}</b>
            <p className="muted" dir="auto">
              {t(isWaiting ? 'approveText' : 'approveNothingText')}
            </p>
          </div>
        )}
      </div>
      {!isScreenShown && (
        <button className="btn" part="button" type="button" ref={button} onClick={cancel}>
          {t(isWaiting ? 'cancel' : 'close')}
        </button>
      )}
    </div>
  )
}
