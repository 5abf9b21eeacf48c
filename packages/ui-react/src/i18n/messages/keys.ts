import type { accountTexts } from '../../features/account/messages.js'
import type { activityTexts } from '../../features/activity/messages.js'
import type { approveTexts } from '../../features/approval/messages.js'
import type { helpTexts } from '../../features/connect/messages.js'
import type { connectTexts } from '../../features/connecting/messages.js'
import type { emailTexts, passkeyTexts } from '../../features/login/messages.js'
import type { nameTexts } from '../../features/names/messages.js'
import type { networkTexts } from '../../features/network/messages.js'
import type { onrampTexts } from '../../features/onramp/messages.js'
import type { pairingTexts } from '../../features/pairing/messages.js'
import type { payTexts } from '../../features/pay/messages.js'
import type { phoneTexts } from '../../features/phone/messages.js'
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

type Texts = typeof shellTexts &
  typeof buttonTexts &
  typeof noticeTexts &
  typeof waitingTexts &
  typeof recentTexts &
  typeof transferTexts &
  typeof accountTexts &
  typeof activityTexts &
  typeof approveTexts &
  typeof connectTexts &
  typeof helpTexts &
  typeof emailTexts &
  typeof nameTexts &
  typeof networkTexts &
  typeof onrampTexts &
  typeof pairingTexts &
  typeof payTexts &
  typeof phoneTexts &
  typeof receiveTexts &
  typeof sendTexts &
  typeof settingsTexts &
  typeof signInTexts &
  typeof passkeyTexts &
  typeof swapTexts &
  typeof walletsTexts

/** Every text, by key: those of the shell, and of each feature. */
export type MessageKey = keyof Texts

/**
 * The forms of a text with a number, by plural category of the language (CLDR, as in `Intl.PluralRules`). `other` stands in for
 * categories without a form.
 */
export type PluralText = { readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** A full set of texts. Those with a number may have several forms. */
export type Messages = {
  readonly [key in MessageKey]: Texts[key] extends string ? string : string | PluralText
}
