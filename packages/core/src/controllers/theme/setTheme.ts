import { internals, type Modal } from '../../modal.js'
import type { ThemeState } from './state.js'

/** Changes the look. `mode: undefined` follows the visitor's system; variables that are not named stay. */
export function setTheme(modal: Modal, theme: Partial<ThemeState>): void {
  modal[internals].store.setState((state) => ({
    ...state,
    theme: { ...state.theme, ...theme, variables: { ...state.theme.variables, ...theme.variables } },
  }))
}
