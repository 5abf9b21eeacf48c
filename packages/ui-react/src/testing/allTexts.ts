import { accountTexts } from '../features/account/messages.js'
import { activityTexts } from '../features/activity/messages.js'
import { approveTexts } from '../features/approval/messages.js'
import { helpTexts } from '../features/connect/messages.js'
import { connectTexts } from '../features/connecting/messages.js'
import { emailTexts, passkeyTexts } from '../features/login/messages.js'
import { nameTexts } from '../features/names/messages.js'
import { networkTexts } from '../features/network/messages.js'
import { onrampTexts } from '../features/onramp/messages.js'
import { pairingTexts } from '../features/pairing/messages.js'
import { payTexts } from '../features/pay/messages.js'
import { phoneTexts } from '../features/phone/messages.js'
import { receiveTexts } from '../features/receive/messages.js'
import { sendTexts } from '../features/send/messages.js'
import { settingsTexts } from '../features/settings/messages.js'
import { signInTexts } from '../features/sign-in/messages.js'
import { swapTexts } from '../features/swap/messages.js'
import { walletsTexts } from '../features/wallets/messages.js'
import { buttonTexts } from '../i18n/messages/buttons.js'
import type { Messages } from '../i18n/messages/keys.js'
import { recentTexts, transferTexts } from '../i18n/messages/shared.js'
import { noticeTexts, shellTexts, waitingTexts } from '../i18n/messages/shell.js'

/** Every text of the modal in English. */
export const allTexts: Messages = {
  ...accountTexts,
  ...activityTexts,
  ...approveTexts,
  ...buttonTexts,
  ...connectTexts,
  ...emailTexts,
  ...helpTexts,
  ...nameTexts,
  ...networkTexts,
  ...noticeTexts,
  ...onrampTexts,
  ...pairingTexts,
  ...payTexts,
  ...phoneTexts,
  ...receiveTexts,
  ...recentTexts,
  ...sendTexts,
  ...settingsTexts,
  ...shellTexts,
  ...signInTexts,
  ...passkeyTexts,
  ...swapTexts,
  ...transferTexts,
  ...waitingTexts,
  ...walletsTexts,
}
