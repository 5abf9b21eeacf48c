import type { accountTexts } from '../../features/account/messages.js'
import type { activityTexts } from '../../features/activity/messages.js'
import type { approveTexts } from '../../features/approval/messages.js'
import type { helpTexts } from '../../features/connect/messages.js'
import type { connectTexts } from '../../features/connecting/messages.js'
import type { emailTexts, socialTexts } from '../../features/login/messages.js'
import type { nameTexts } from '../../features/names/messages.js'
import type { networkTexts } from '../../features/network/messages.js'
import type { onrampTexts } from '../../features/onramp/messages.js'
import type { pairingTexts } from '../../features/pairing/messages.js'
import type { payTexts } from '../../features/pay/messages.js'
import type { receiveTexts } from '../../features/receive/messages.js'
import type { sendTexts } from '../../features/send/messages.js'
import type { settingsTexts } from '../../features/settings/messages.js'
import type { signInTexts } from '../../features/sign-in/messages.js'
import type { swapTexts } from '../../features/swap/messages.js'
import type { walletsTexts } from '../../features/wallets/messages.js'
import type { buttonTexts } from './buttons.js'
import type { recentTexts, transferTexts } from './shared.js'
import type { noticeTexts, shellTexts, waitingTexts } from './shell.js'

/** Texts that are always available. */
export type ShellKey = keyof typeof shellTexts | keyof typeof buttonTexts

/** Every text, by key: those of the shell, and of each feature. */
export type MessageKey =
  | ShellKey
  | keyof typeof noticeTexts
  | keyof typeof waitingTexts
  | keyof typeof recentTexts
  | keyof typeof transferTexts
  | keyof typeof accountTexts
  | keyof typeof activityTexts
  | keyof typeof approveTexts
  | keyof typeof connectTexts
  | keyof typeof helpTexts
  | keyof typeof emailTexts
  | keyof typeof nameTexts
  | keyof typeof networkTexts
  | keyof typeof onrampTexts
  | keyof typeof pairingTexts
  | keyof typeof payTexts
  | keyof typeof receiveTexts
  | keyof typeof sendTexts
  | keyof typeof settingsTexts
  | keyof typeof signInTexts
  | keyof typeof socialTexts
  | keyof typeof swapTexts
  | keyof typeof walletsTexts

/** A full set of texts. */
export type Messages = { readonly [key in MessageKey]: string }
