import { defineFeature, type Feature } from '../../defineView.js'
import longListStyles from '../../primitives/LongList.css'
import { activityTexts } from './messages.js'
import activityStyles from './TransactionsView.css'
import { ActivityTab, TransactionsView } from './TransactionsView.js'

/** Transactions of the account. */
export const feature: Feature = defineFeature({
  texts: activityTexts,
  styles: longListStyles + activityStyles,
  views: [{ name: 'Transactions', title: 'activityTitle', View: TransactionsView }],
})

// also shown as a tab of the account
export { ActivityTab }
