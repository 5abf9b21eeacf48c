import type { ModalEvent, ModalState, ThemeMode, ThemeState, ThemeVariables } from '@latchkey/core'
import { setTheme } from '@latchkey/core/controllers/shell'
import { useCallback } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

export type UseModalResult = {
  readonly modal: UiModal
  readonly open: UiModal['open']
  readonly close: UiModal['close']
}

/** Opens and closes the modal. */
export function useModal(modal?: UiModal | undefined): UseModalResult {
  const instance = useModalInstance(modal)
  return { modal: instance, open: instance.open, close: instance.close }
}

const selectEvent = (state: ModalState): ModalEvent | undefined => state.event

/** The last event of the modal. For all events use `watchEvents` of `@latchkey/core/controllers`. */
export function useEvents(modal?: UiModal | undefined): ModalEvent | undefined {
  return useModalState(selectEvent, modal)
}

export type UseThemeResult = {
  /** Undefined while it follows the user's system. */
  readonly themeMode: ThemeMode | undefined
  readonly themeVariables: ThemeVariables
  readonly setThemeMode: (mode: ThemeMode | undefined) => void
  readonly setThemeVariables: (variables: ThemeVariables) => void
}

const selectTheme = (state: ModalState): ThemeState => state.theme

/** Reads and changes the theme of the modal and its buttons. */
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
