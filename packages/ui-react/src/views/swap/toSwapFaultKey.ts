import type { ErrorCode } from '@latchkey/core'
import { swapFaultTexts } from '../../i18n/messages/swapFaults.js'

type Key = keyof typeof swapFaultTexts

/** The text for a swap that failed, by code. */
export function toSwapFaultKey(code: ErrorCode): Key {
  return [code, `${code}_swap`].find(isKey) ?? 'swapFailed'
}

function isKey(key: string): key is Key {
  return Object.hasOwn(swapFaultTexts, key)
}
