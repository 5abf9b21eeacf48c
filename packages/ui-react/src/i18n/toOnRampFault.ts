import type { OnRampError } from '@latchkey/core'
import { onrampTexts } from './messages/onramp.js'
import type { Translate } from './translate.js'

/** What to say about something of a purchase that failed. What the service says itself comes first. */
export function toOnRampFault(t: Translate<keyof typeof onrampTexts>, { code, reason }: OnRampError): string {
  if (reason) return reason
  const key = `onramp_${code}`
  return t(isOnRampKey(key) ? key : 'onramp_failed')
}

function isOnRampKey(key: string): key is keyof typeof onrampTexts {
  return Object.hasOwn(onrampTexts, key)
}
