import { LocalConfigurationIgnoredError } from '../../errors/config.js'
import { internals, type Modal } from '../../modal.js'
import { showAlert } from '../alert/showAlert.js'
import type { Features } from '../features/state.js'

/** Tells the developer which of the page's features the project's settings have replaced; false where none. [S1.5] */
export function tellIgnored(modal: Modal): boolean {
  const { localFeatures, imposedFeatures = {}, warn } = modal[internals]
  const isIgnored = ([name, value]: [string, unknown]): boolean => {
    const local = localFeatures[name as keyof Features]
    return local !== undefined && JSON.stringify(local) !== JSON.stringify(value)
  }
  const names = Object.entries(imposedFeatures)
    .filter(isIgnored)
    .map(([name]) => name)
  if (names.length === 0) return false
  const error = new LocalConfigurationIgnoredError({ names })
  warn(error)
  showAlert(modal, error, 'info')
  return true
}
