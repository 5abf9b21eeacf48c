import { defineFeature, type Feature } from '../../defineView.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import addressStyles from '../../primitives/AddressText.css'
import statusStyles from '../../primitives/Status.css'
import earlierTransferStyles from '../send/EarlierTransfer.css'
import factsStyles from '../send/Facts.css'
import { canLeaveStep, toStepKey } from '../send/TransferStatus.js'
import { payTexts } from './messages.js'
import payStyles from './PayView.css'
import { PayView } from './PayView.js'

/** Payments that the app requests. */
export const feature: Feature = defineFeature({
  texts: { ...payTexts, ...transferTexts },
  styles: addressStyles + earlierTransferStyles + factsStyles + statusStyles + payStyles,
  views: [
    {
      name: 'Pay',
      title: ({ pay }) => (pay && toStepKey(pay, 'stepPaid')) ?? 'payTitle',
      canGoBack: ({ pay }) => !pay || canLeaveStep(pay),
      View: PayView,
    },
  ],
})
