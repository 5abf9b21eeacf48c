import { internals, type ViewName } from '@latchkey/core'
import { type Context, createContext, useContext, useMemo } from 'react'
import { toFormatLocale } from '../i18n/locale.js'
import type { MessageKey, PluralText, ShellKey } from '../i18n/messages/keys.js'
import { createTranslate, type Translate } from '../i18n/translate.js'
import type { UiModal } from '../uiModal.js'

export type ShellValue = {
  readonly modal: UiModal
  readonly t: Translate
  /** Loads the code of a view that is likely to come next. */
  readonly prepareView: (name: ViewName) => void
}

export const ShellContext: Context<ShellValue | null> = createContext<ShellValue | null>(null)

/** The modal and its texts, for views. */
export function useShell(): ShellValue {
  const value = useContext(ShellContext)
  if (!value) throw new Error('A view of Latchkey can only be rendered by its modal.')
  return value
}

/** Translates the texts of a feature and those of the shell. Keep `own` outside the component. */
export function useTexts<key extends MessageKey>(
  own: {
    readonly [name in key]?: string | PluralText
  },
): Translate<key | ShellKey> {
  const shell = useShell()
  return useMemo(() => {
    const { texts, messages } = shell.modal.ui
    return createTranslate<key>(texts ?? messages, own, shell.modal.getState().locale)
    // a change of language replaces the value of the shell
  }, [shell, own])
}

/**
 * The language for numbers and dates, as BCP 47; undefined if the app has chosen none: English texts, and dates as in the
 * user's system.
 */
export function useLocale(): string | undefined {
  const { locale } = useShell().modal.getState()
  return locale && toFormatLocale(locale)
}

/**
 * Handles the rejection of a request that a view starts. A view may still be mounted while its modal is destroyed: errors
 * are ignored then (`NOT_STARTED`). Other errors are logged for the developer; the user sees those in the state.
 */
export function readInView(modal: UiModal, reading: Promise<unknown>): void {
  reading.catch((cause: unknown) => {
    const { signal, warn } = modal[internals]
    if (!signal.aborted) warn(cause)
  })
}
