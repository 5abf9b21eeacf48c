import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import {
  InvalidProjectIdError,
  LocalConfigurationIgnoredError,
  OriginNotAllowedError,
  ProjectIdNotConfiguredError,
} from '../../errors/setup.js'
import type { Features } from '../../modal/features.js'
import { internals, type Modal } from '../../modal/modal.js'
import { fetchAllowedOrigins, fetchRemoteFeatures } from '../../service/config.js'
import { applyFeatures } from './features.js'
import { showAlert } from './notices.js'
import { watchAnalytics } from './telemetry.js'

/** Characters. What is longer is no id, and nothing to ask a service with. */
const maxProjectIdLength = 256

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
  if (projectId.length > maxProjectIdLength) return showAlert(modal, new InvalidProjectIdError({ projectId }))
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
    if (!hasTold) hasTold = alertIgnoredFeatures(modal)
    const { email, socials } = modal.getState().features
    if (hasAsked || (!email && !socials)) return
    hasAsked = true
    await checkOrigin(modal, baseUrl)
  }
  inner.onDestroy(modal.subscribe((state, previous) => void (state.features !== previous.features && check())))
  await check()
}

/**
 * Turns off logins where the project does not list this page's origin [S5.22, S6.3]. A help for the developer: whether a
 * page may use the keys is for the embedded wallet's own site to say. Without an answer nothing is turned off.
 */
async function checkOrigin(modal: Modal, baseUrl: string): Promise<void> {
  const inner = modal[internals]
  const origin = modal.env.window()?.location.origin
  if (origin === undefined) return
  try {
    const allowed = await fetchAllowedOrigins(modal, baseUrl)
    if (inner.signal.aborted || isOriginAllowed(origin, allowed)) return
    inner.areLoginsBarred = true
    applyFeatures(modal)
    showAlert(modal, new OriginNotAllowedError({ origin }))
  } catch (cause) {
    if (!inner.signal.aborted && isLatchkeyError(cause)) showAlert(modal, cause)
  }
}

/** A page on the visitor's own machine, as while a site is written. */
const local = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

const defaultPorts: { readonly [protocol: string]: string } = { 'http:': '80', 'https:': '443' }

/**
 * Whether an origin, e.g. `https://shop.example`, is on a list in which `*` stands for one whole label of a host, or for
 * any port. A pattern without a scheme means any; without a port, the scheme's own. An empty list means all, and the
 * visitor's own machine always is. [S5.22]
 */
export function isOriginAllowed(origin: string, patterns: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  if (patterns.length === 0 || local.test(url.hostname)) return true
  return patterns.some((pattern) => matches(url, pattern.trim().toLowerCase()))
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

/** A label as a URL has it: `münchen` is `xn--mnchen-3ya`. */
function toAscii(label: string): string {
  const url = `http://${label}.example`
  const isForeign = /^[\p{L}\p{M}\p{N}-]+$/u.test(label) && /[^a-z0-9-]/.test(label)
  return isForeign && URL.canParse(url) ? new URL(url).hostname.replace(/\.example$/, '') : label
}

/** Tells the developer that the app names services which are told who asks, but not who it is. [S5.14] */
function alertProjectId(modal: Modal): void {
  const { projectId, services, telemetry } = modal[internals].options
  if (projectId) return
  const { config, blockchainApi, rpc, analytics } = services
  const [named] = Object.entries({ config, blockchainApi, rpc, analytics }).find(([, url]) => url) ?? []
  const by = named ? `services.${named}` : telemetry ? 'telemetry' : getEmbeddedWalletName(modal)
  if (by) showAlert(modal, new ProjectIdNotConfiguredError({ by }))
}

/** The embedded wallet, whose site is told who asks. */
function getEmbeddedWalletName(modal: Modal): string | undefined {
  return modal.getState().connectors.find(({ type }) => type === 'AUTH')?.name
}

/** Tells the developer which of the page's features the project's settings have replaced; false where none. [S1.5] */
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
