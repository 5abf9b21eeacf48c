import { defineFeature, type Feature } from '../../defineView.js'
import earlierTransferStyles from '../../primitives/EarlierTransfer.css'
import factsStyles from '../../primitives/Facts.css'
import statusStyles from '../../primitives/Status.css'
import { payTexts } from './messages.js'
import payStyles from './PayView.css'
import { PayView } from './PayView.js'

/** Payments that the app requests. */
export const feature: Feature = defineFeature({
  texts: payTexts,
  styles: earlierTransferStyles + factsStyles + statusStyles + payStyles,
  views: [{ name: 'Pay', title: 'payTitle', View: PayView }],
})
