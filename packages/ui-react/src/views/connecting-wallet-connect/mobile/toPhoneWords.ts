import type { phoneTexts } from '../../../i18n/messages/phone.js'
import type { Opening } from './reduceOpening.js'

export type PhoneWords = { readonly [part in 'title' | 'text' | 'open']: keyof typeof phoneTexts }

export type PhoneSituation = {
  readonly opening: Opening
  /** Of the list; else any will do. */
  readonly hasWallet: boolean
  readonly hasCode: boolean
  /** How many links to an app there are from here. */
  readonly ways: number
}

/** What to say about the app that is to open. */
export function toPhoneWords({ opening: { status }, hasWallet, hasCode, ways }: PhoneSituation): PhoneWords {
  const open = hasWallet ? 'phoneOpen' : 'phoneChoose'
  if (!hasCode) return { title: 'phoneTitle', text: 'phonePreparing', open }
  if (ways === 0) return { title: 'phoneByHand', text: 'phoneByHandText', open }
  if (status === 'failed') return { title: 'phoneFailed', text: 'phoneFailedText', open }
  if (status === 'opened')
    return { title: 'phoneOpened', text: 'phoneOpenedText', open: hasWallet ? 'phoneOpenAgain' : open }
  return { title: hasWallet ? 'phoneTitle' : 'phoneChoose', text: hasWallet ? 'phoneText' : 'phoneChooseText', open }
}
