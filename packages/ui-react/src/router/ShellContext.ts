import type { ViewName } from '@latchkey/core'
import { type Context, createContext, useContext } from 'react'
import type { Translate } from '../i18n/translate.js'
import type { UiModal } from '../uiModal.js'

export type ShellValue = {
  readonly modal: UiModal
  readonly t: Translate
  /** Loads the code of a view that is likely to come next. */
  readonly prepareView: (name: ViewName) => void
}

export const ShellContext: Context<ShellValue | null> = createContext<ShellValue | null>(null)

/** What every view needs: its modal and its words. */
export function useShell(): ShellValue {
  const value = useContext(ShellContext)
  if (!value) throw new Error('A view of Latchkey can only be rendered by its modal.')
  return value
}
