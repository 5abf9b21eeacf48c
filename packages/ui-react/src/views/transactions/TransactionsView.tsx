import type { ComponentType, ReactElement } from 'react'
import { activityTexts } from '../../i18n/messages/activity.js'
import { createTitle } from '../../router/createTitle.js'
import { ActivityTab, styles } from './ActivityTab.js'

export { styles }

export const Title: ComponentType = createTitle(activityTexts, 'activityTitle')

/** The transactions of the account as a view of its own. */
export function TransactionsView(): ReactElement {
  return (
    <div className="body">
      <ActivityTab />
    </div>
  )
}
