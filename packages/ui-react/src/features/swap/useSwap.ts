import { type ErrorCode, getConnection, type ModalState, type SwapPreset, type SwapState } from '@latchkey/core'
import { watchSwap } from '@latchkey/core/internal'
import { useEffect } from 'react'
import { useIsOpen } from '../../hooks/useAfterPaint.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../hooks/useShell.js'
import { toNumberText } from '../../i18n/amounts.js'
import { swapTexts } from './messages.js'

/** The swap, kept up to date while a view shows it. */
export function useSwap(preset?: SwapPreset | undefined): SwapState | undefined {
  const { modal } = useShell()
  const isOpen = useIsOpen()
  useEffect(() => (isOpen ? watchSwap(modal, preset) : undefined), [modal, isOpen, preset])
  return useModalState(selectSwap)
}

/** The swap of the account that is connected on EVM. */
function selectSwap(state: ModalState): SwapState | undefined {
  const connection = getConnection(state, 'eip155')
  const { swap } = state
  const isOwn = swap?.address === connection?.accounts[0].address && swap?.caipNetworkId === connection?.caipNetworkId
  return isOwn ? swap : undefined
}

/** Shortens a decimal text, cut and not rounded, and formats it for the locale: `1234.567891` is `1234.56789`. */
export function toShortAmount(amount: string, locale?: string | undefined): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const kept = fraction.slice(0, /[1-9]/.test(whole) ? 5 : zeros + 5).replace(/0+$/, '')
  return toNumberText(kept ? `${whole}.${kept}` : whole, locale)
}

type Key = keyof typeof swapTexts

/** The text key of a failed swap. */
export function toSwapErrorKey(code: ErrorCode): Key {
  return [code, `${code}_swap`].find(isKey) ?? 'swapFailed'
}

function isKey(key: string): key is Key {
  return Object.hasOwn(swapTexts, key)
}
