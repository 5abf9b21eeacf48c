import { ProjectIdNotConfiguredError } from '../../errors/config.js'
import { internals, type Modal } from '../../modal.js'
import { showAlert } from '../alert/showAlert.js'

/** Tells the developer that the app names services which are told who asks, but not who it is. [S5.14] */
export function alertProjectId(modal: Modal): void {
  const { projectId, services, telemetry } = modal[internals].options
  if (projectId) return
  const { config, blockchainApi, rpc, analytics } = services
  const [named] = Object.entries({ config, blockchainApi, rpc, analytics }).find(([, url]) => url) ?? []
  const by = named ? `services.${named}` : telemetry ? 'telemetry' : findConnector(modal)
  if (by) showAlert(modal, new ProjectIdNotConfiguredError({ by }))
}

/** The embedded wallet, whose site is told who asks. */
function findConnector(modal: Modal): string | undefined {
  return modal.getState().connectors.find(({ type }) => type === 'AUTH')?.name
}
