import type { ComponentType, ReactElement } from 'react'
import { activityTexts } from '../../i18n/messages/activity.js'
import { useTexts } from '../../i18n/useTexts.js'
import { ActivityTab, styles } from './ActivityTab.js'

export { styles, TransactionsView as View }

export const Title: ComponentType = () => useTexts(activityTexts)('activityTitle')

/** The transactions of the account as a view of its own. */
export function TransactionsView(): ReactElement {
  return (
    <div className="body">
      <ActivityTab />
    </div>
  )
}
