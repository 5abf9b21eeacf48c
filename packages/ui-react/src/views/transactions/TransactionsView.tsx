import type { ReactElement } from 'react'
import { ActivityTab } from './ActivityTab.js'

/** The transactions of the account as a view of its own. */
export function TransactionsView(): ReactElement {
  return (
    <div className="body">
      <ActivityTab />
    </div>
  )
}
