import { defineFeature, type Feature } from '../../defineView.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import addressStyles from '../../primitives/AddressText.css'
import longListStyles from '../../primitives/LongList.css'
import searchFieldStyles from '../../primitives/SearchField.css'
import statusStyles from '../../primitives/Status.css'
import earlierTransferStyles from '../send/EarlierTransfer.css'
import { canLeaveStep, toStepKey } from '../send/TransferStatus.js'
import { swapTexts } from './messages.js'
import detailsStyles from './SwapDetailList.css'
import previewStyles from './SwapPreviewView.css'
import { SwapPreviewView } from './SwapPreviewView.js'
import selectTokenStyles from './SwapSelectTokenView.css'
import { SwapSelectTokenView } from './SwapSelectTokenView.js'
import formStyles from './SwapView.css'
import { SwapView } from './SwapView.js'

/** Swapping tokens. */
export const feature: Feature = defineFeature({
  texts: { ...swapTexts, ...transferTexts },
  styles:
    addressStyles +
    earlierTransferStyles +
    longListStyles +
    searchFieldStyles +
    statusStyles +
    detailsStyles +
    formStyles +
    previewStyles +
    selectTokenStyles,
  views: [
    { name: 'Swap', title: 'swapTitle', View: SwapView },
    { name: 'SwapSelectToken', title: 'swapTokenTitle', View: SwapSelectTokenView },
    {
      name: 'SwapPreview',
      title: ({ swap }) => (swap && toStepKey(swap, 'stepSwapped')) ?? 'swapPreviewTitle',
      canGoBack: ({ swap }) => !swap || canLeaveStep(swap),
      View: SwapPreviewView,
    },
  ],
})
