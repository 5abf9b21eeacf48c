import { fetchRemoteFeatures } from '../../api/config/fetchRemoteFeatures.js'
import { InvalidProjectIdError } from '../../errors/config.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import { showAlert } from '../alert/showAlert.js'
import { applyFeatures } from '../features/applyFeatures.js'
import { watchAnalytics } from '../telemetry/watchAnalytics.js'
import { alertProjectId } from './alertProjectId.js'
import { checkOrigin } from './checkOrigin.js'
import { tellIgnored } from './tellIgnored.js'

/** Characters. What is longer is no id, and nothing to ask a service with. */
const longest = 256

/**
 * Puts the project's settings over those of the page [S1.5], and goes on to do so as the page's change: what is ignored is
 * told once, logins are asked leave for once. Without an answer the page's own hold. [S3.22]
 */
export async function readConfig(modal: Modal): Promise<void> {
  const inner = modal[internals]
  const { services, projectId } = inner.options
  const baseUrl = services.config
  if (inner.signal.aborted) return
  alertProjectId(modal)
  if (services.analytics && projectId) watchAnalytics(modal, services.analytics)
  if (!baseUrl || !projectId) return
  if (projectId.length > longest) return showAlert(modal, new InvalidProjectIdError({ projectId }))
  try {
    const remote = await fetchRemoteFeatures(modal, baseUrl)
    if (inner.signal.aborted) return
    if (remote) {
      inner.imposedFeatures = remote
      applyFeatures(modal)
    }
  } catch (cause) {
    if (inner.signal.aborted) return
    if (isLatchkeyError(cause)) showAlert(modal, cause)
  }

  let hasTold = false
  let hasAsked = false
  const check = async (): Promise<void> => {
    if (!hasTold) hasTold = tellIgnored(modal)
    const { email, socials } = modal.getState().features
    if (hasAsked || (!email && !socials)) return
    hasAsked = true
    await checkOrigin(modal, baseUrl)
  }
  inner.onDestroy(modal.subscribe((state, previous) => void (state.features !== previous.features && check())))
  await check()
}
