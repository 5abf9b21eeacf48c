import { accountTexts } from '../i18n/messages/account.js'
import { accountPartTexts } from '../i18n/messages/accountParts.js'
import { activityTexts } from '../i18n/messages/activity.js'
import { activityNoteTexts } from '../i18n/messages/activityNotes.js'
import { amountTexts } from '../i18n/messages/amount.js'
import { approveTexts } from '../i18n/messages/approve.js'
import { buttonTexts } from '../i18n/messages/buttons.js'
import { chainTexts } from '../i18n/messages/chains.js'
import { copyLinkTexts } from '../i18n/messages/copyLink.js'
import { downloadTexts } from '../i18n/messages/downloads.js'
import { emailTexts } from '../i18n/messages/email.js'
import { en, type Messages } from '../i18n/messages/en.js'
import { fundTexts } from '../i18n/messages/fund.js'
import { getWalletTexts } from '../i18n/messages/getWallet.js'
import { holdingTexts } from '../i18n/messages/holdings.js'
import { leaveTexts } from '../i18n/messages/leave.js'
import { lookingTexts } from '../i18n/messages/looking.js'
import { nameTexts } from '../i18n/messages/names.js'
import { networkTexts } from '../i18n/messages/networks.js'
import { noticeTexts } from '../i18n/messages/notices.js'
import { onrampTexts } from '../i18n/messages/onramp.js'
import { pairingTexts } from '../i18n/messages/pairing.js'
import { payTexts } from '../i18n/messages/pay.js'
import { payOutcomeTexts } from '../i18n/messages/payOutcome.js'
import { phoneTexts } from '../i18n/messages/phone.js'
import { purchaseTexts } from '../i18n/messages/purchase.js'
import { receiveTexts } from '../i18n/messages/receive.js'
import { sendTexts } from '../i18n/messages/send.js'
import { sendNoteTexts } from '../i18n/messages/sendNotes.js'
import { sendReviewTexts } from '../i18n/messages/sendReview.js'
import { sendTokenTexts } from '../i18n/messages/sendToken.js'
import { sessionTexts } from '../i18n/messages/sessions.js'
import { settingsTexts } from '../i18n/messages/settings.js'
import { signInTexts } from '../i18n/messages/signIn.js'
import { socialTexts } from '../i18n/messages/social.js'
import { swapTexts } from '../i18n/messages/swap.js'
import { swapFaultTexts } from '../i18n/messages/swapFaults.js'
import { swapOfferTexts } from '../i18n/messages/swapOffer.js'
import { swapTokenTexts } from '../i18n/messages/swapToken.js'
import { waitingTexts } from '../i18n/messages/waiting.js'
import { walletListTexts } from '../i18n/messages/walletList.js'
import { walletTexts } from '../i18n/messages/wallets.js'
import { walletsRowTexts } from '../i18n/messages/walletsRow.js'
import { walletWaysTexts } from '../i18n/messages/walletWays.js'
import { whatIsAWalletTexts } from '../i18n/messages/whatIsAWallet.js'

/** Every text in English, by key. */
export const allTexts: Messages = {
  ...accountTexts,
  ...accountPartTexts,
  ...walletsRowTexts,
  ...activityTexts,
  ...activityNoteTexts,
  ...amountTexts,
  ...approveTexts,
  ...buttonTexts,
  ...chainTexts,
  ...copyLinkTexts,
  ...downloadTexts,
  ...emailTexts,
  ...fundTexts,
  ...getWalletTexts,
  ...en,
  ...holdingTexts,
  ...leaveTexts,
  ...nameTexts,
  ...networkTexts,
  ...noticeTexts,
  ...onrampTexts,
  ...pairingTexts,
  ...payTexts,
  ...payOutcomeTexts,
  ...lookingTexts,
  ...phoneTexts,
  ...purchaseTexts,
  ...receiveTexts,
  ...sendTexts,
  ...sendNoteTexts,
  ...sendTokenTexts,
  ...sendReviewTexts,
  ...sessionTexts,
  ...settingsTexts,
  ...signInTexts,
  ...socialTexts,
  ...swapTexts,
  ...swapFaultTexts,
  ...swapTokenTexts,
  ...swapOfferTexts,
  ...waitingTexts,
  ...walletListTexts,
  ...walletWaysTexts,
  ...walletTexts,
  ...whatIsAWalletTexts,
}
