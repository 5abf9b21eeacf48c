import { defineFeature, type Feature } from '../../defineView.js'
import copyLinkStyles from '../../primitives/CopyLink.css'
import statusStyles from '../../primitives/Status.css'
import { BuyInProgressView } from './BuyInProgressView.js'
import { onrampTexts } from './messages.js'
import amountStyles from './OnRampAmountView.css'
import { OnRampAmountView } from './OnRampAmountView.js'
import providersStyles from './OnRampProvidersView.css'
import { OnRampProvidersView } from './OnRampProvidersView.js'

/** Buying with money. */
export const feature: Feature = defineFeature({
  texts: onrampTexts,
  styles: copyLinkStyles + statusStyles + amountStyles + providersStyles,
  views: [
    { name: 'OnRampProviders', title: 'providersTitle', View: OnRampProvidersView },
    { name: 'OnRampAmount', title: 'amountTitle', View: OnRampAmountView },
    {
      name: 'BuyInProgress',
      title: ({ onramp }) => (onramp?.step === 'received' ? 'buyDoneTitle' : 'buyTitle'),
      canGoBack: ({ onramp }) => onramp?.step !== 'received',
      View: BuyInProgressView,
    },
  ],
})
