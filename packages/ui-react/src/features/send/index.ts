import { defineFeature, type Feature } from '../../defineView.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import addressStyles from '../../primitives/AddressText.css'
import longListStyles from '../../primitives/LongList.css'
import searchFieldStyles from '../../primitives/SearchField.css'
import statusStyles from '../../primitives/Status.css'
import earlierTransferStyles from './EarlierTransfer.css'
import factsStyles from './Facts.css'
import { sendTexts } from './messages.js'
import { canLeaveStep, toStepKey } from './TransferStatus.js'
import previewStyles from './WalletSendPreviewView.css'
import { WalletSendPreviewView } from './WalletSendPreviewView.js'
import { WalletSendSelectTokenView } from './WalletSendSelectTokenView.js'
import formStyles from './WalletSendView.css'
import { WalletSendView } from './WalletSendView.js'

/** Sending tokens. */
export const feature: Feature = defineFeature({
  texts: { ...sendTexts, ...transferTexts },
  styles:
    addressStyles +
    earlierTransferStyles +
    factsStyles +
    statusStyles +
    searchFieldStyles +
    longListStyles +
    previewStyles +
    formStyles,
  views: [
    { name: 'WalletSend', title: 'sendTitle', View: WalletSendView },
    { name: 'WalletSendSelectToken', title: 'sendTokenTitle', View: WalletSendSelectTokenView },
    {
      name: 'WalletSendPreview',
      title: ({ send }) => (send && toStepKey(send, 'stepSent')) ?? 'sendPreviewTitle',
      canGoBack: ({ send }) => !send || canLeaveStep(send),
      View: WalletSendPreviewView,
    },
  ],
})
