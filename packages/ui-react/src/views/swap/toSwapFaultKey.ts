import type { ErrorCode } from '@latchkey/core'
import { swapTexts } from '../../i18n/messages/swap.js'

type Key = keyof typeof swapTexts

/** The text for a swap that failed, by code. */
export function toSwapFaultKey(code: ErrorCode): Key {
  return [code, `${code}_swap`].find(isKey) ?? 'swapFailed'
}

function isKey(key: string): key is Key {
  return Object.hasOwn(swapTexts, key)
}
