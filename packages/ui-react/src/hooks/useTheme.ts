import type { ModalState, ThemeMode, ThemeState, ThemeVariables } from '@latchkey/core'
import { setTheme } from '@latchkey/core/controllers'
import { useCallback } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'
import { useModalState } from './useModalState.js'

export type UseThemeResult = {
  /** Undefined while it follows the visitor's system. */
  readonly themeMode: ThemeMode | undefined
  readonly themeVariables: ThemeVariables
  readonly setThemeMode: (mode: ThemeMode | undefined) => void
  readonly setThemeVariables: (variables: ThemeVariables) => void
}

const selectTheme = (state: ModalState): ThemeState => state.theme

/** The look of the modal and of its buttons, and the way to change it. */
export function useTheme(modal?: UiModal | undefined): UseThemeResult {
  const instance = useModalInstance(modal)
  const { mode, variables } = useModalState(selectTheme, modal)
  return {
    themeMode: mode,
    themeVariables: variables,
    setThemeMode: useCallback((next) => setTheme(instance, { mode: next }), [instance]),
    setThemeVariables: useCallback((next) => setTheme(instance, { variables: next }), [instance]),
  }
}
