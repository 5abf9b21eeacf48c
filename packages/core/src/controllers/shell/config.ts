import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import {
  InvalidProjectIdError,
  LocalConfigurationIgnoredError,
  OriginNotAllowedError,
  ProjectIdNotConfiguredError,
} from '../../errors/setup.js'
import { applyFeatures, barLogins } from '../../modal/applyFeatures.js'
import { type Features, hasLogins } from '../../modal/features.js'
import { internals, type Modal } from '../../modal/modal.js'
import { fetchAllowedOrigins, fetchAnalyticsConfig, fetchRemoteFeatures } from '../../service/config.js'
import { showAlert } from './actions.js'
import { watchAnalytics } from './telemetry.js'

/** Maximum length of a project id; longer ones aren't sent to a service. */
const maxProjectIdLength = 256

/** Hosts of the user's own machine, used during development. */
const local = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

const defaultPorts: { readonly [protocol: string]: string } = { 'http:': '80', 'https:': '443' }

/**
 * Applies the project's remote settings over those of the page [S1.5], now and whenever the page changes its features.
 * Ignored features are reported once, and the origin is checked once. Without a response, the page's own settings
 * apply. [S3.22]
 */
export async function readConfig(modal: Modal): Promise<void> {
  const inner = modal[internals]
  const { services, projectId } = inner.options
  const baseUrl = services.config
  if (inner.signal.aborted) return
  alertProjectId(modal)
  if (!projectId) return
  const isValid = projectId.length <= maxProjectIdLength
  if (services.analytics)
    watchAnalytics(
      modal,
      services.analytics,
      baseUrl && isValid ? readAnalytics(modal, baseUrl) : Promise.resolve(true),
    )
  if (!baseUrl) return
  if (!isValid) return showAlert(modal, new InvalidProjectIdError({ projectId }))
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

  let hasAlerted = false
  let hasCheckedOrigin = false
  const check = async (): Promise<void> => {
    if (!hasAlerted) hasAlerted = alertIgnoredFeatures(modal)
    if (hasCheckedOrigin || !hasLogins(modal.getState().features)) return
    hasCheckedOrigin = true
    await checkOrigin(modal, baseUrl)
  }
  inner.onDestroy(modal.subscribe((state, previous) => void (state.features !== previous.features && check())))
  await check()
}

/**
 * Whether an origin, e.g. `https://shop.example`, matches a list of patterns in which `*` stands for one whole label of
 * a host, or for any port. A pattern without a scheme matches any scheme; without a port, the scheme's default port. An
 * empty list allows all origins, and the user's own machine is always allowed. [S5.22]
 */
export function isOriginAllowed(origin: string, patterns: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  if (patterns.length === 0 || local.test(url.hostname)) return true
  return patterns.some((pattern) => matches(url, pattern.trim().toLowerCase()))
}

/**
 * Disables logins if the project doesn't list this page's origin [S5.22, S6.3]. This only helps the developer: the
 * embedded wallet's own site decides whether a page may use the keys. Without a response, nothing is disabled.
 */
async function checkOrigin(modal: Modal, baseUrl: string): Promise<void> {
  const inner = modal[internals]
  const origin = modal.env.window()?.location.origin
  if (origin === undefined) return
  try {
    const allowed = await fetchAllowedOrigins(modal, baseUrl)
    if (inner.signal.aborted || isOriginAllowed(origin, allowed)) return
    barLogins(modal)
    showAlert(modal, new OriginNotAllowedError({ origin }))
  } catch (cause) {
    if (!inner.signal.aborted && isLatchkeyError(cause)) showAlert(modal, cause)
  }
}

/** Whether the project collects events. Without a response, the page's own settings apply. [S7.27] */
async function readAnalytics(modal: Modal, baseUrl: string): Promise<boolean> {
  try {
    return await fetchAnalyticsConfig(modal, baseUrl)
  } catch (cause) {
    if (!modal[internals].signal.aborted && isLatchkeyError(cause)) showAlert(modal, cause)
    return true
  }
}

function matches(url: URL, pattern: string): boolean {
  const { scheme, host, port } =
    /^((?<scheme>[a-z]+):\/\/)?(?<host>[^/:]+)(:(?<port>\d+|\*))?\/?$/.exec(pattern)?.groups ?? {}
  if (!host || (scheme && `${scheme}:` !== url.protocol)) return false
  const own = defaultPorts[url.protocol] ?? ''
  if (port !== '*' && (port ?? own) !== (url.port || own)) return false
  const labels = url.hostname.split('.')
  const wanted = host.split('.').map(toAscii)
  return wanted.length === labels.length && wanted.every((label, index) => label === '*' || label === labels[index])
}

/** Returns a label as in a URL: `münchen` is `xn--mnchen-3ya`. */
function toAscii(label: string): string {
  const url = `http://${label}.example`
  const isForeign = /^[\p{L}\p{M}\p{N}-]+$/u.test(label) && /[^a-z0-9-]/.test(label)
  return isForeign && URL.canParse(url) ? new URL(url).hostname.replace(/\.example$/, '') : label
}

/** Alerts the developer if the app uses services that require a project id, but has none. [S5.14] */
function alertProjectId(modal: Modal): void {
  const { projectId, services, telemetry } = modal[internals].options
  if (projectId) return
  const { config, blockchainApi, rpc, analytics } = services
  const [named] = Object.entries({ config, blockchainApi, rpc, analytics }).find(([, url]) => url) ?? []
  const by = named ? `services.${named}` : telemetry ? 'telemetry' : getEmbeddedWalletName(modal)
  if (by) showAlert(modal, new ProjectIdNotConfiguredError({ by }))
}

/** Returns the name of the embedded wallet, whose site requires the project id. */
function getEmbeddedWalletName(modal: Modal): string | undefined {
  return modal.getState().connectors.find(({ type }) => type === 'AUTH')?.name
}

/** Alerts the developer to page features that the project's settings override. False if there are none. [S1.5] */
function alertIgnoredFeatures(modal: Modal): boolean {
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
