import { activityTexts } from '../../i18n/messages/activity.js'
import { createTitle } from '../../router/createTitle.js'
import type { LoadedView } from '../../router/defineView.js'
import { styles } from './ActivityTab.js'
import { TransactionsView } from './TransactionsView.js'

export const transactionsModule: LoadedView<'Transactions'> = {
  View: TransactionsView,
  Title: createTitle(activityTexts, 'activityTitle'),
  styles,
}
