import { isLatchkeyError, type LatchkeyError } from '../errors/LatchkeyError.js'
import { InvalidReplyError, RateLimitedError, ServerError } from '../errors/services.js'
import { InvalidProjectIdError } from '../errors/setup.js'
import { type Features, isSocial } from '../modal/features.js'
import { internals, type Modal } from '../modal/modal.js'
import { waitFor } from '../rpc/wait.js'
import { readText } from '../utils/bytes.js'
import { isRecord } from '../utils/records.js'
import { createHttpClient, getHttpStatus, httpTimeout, toServiceParams } from './http.js'

/** Features that a project's remote settings control. [S3.22] */
type RemoteFeatures = Pick<
  Features,
  'passkey' | 'email' | 'socials' | 'swaps' | 'onramp' | 'activity' | 'branding' | 'multiWallet'
>

type Row = { readonly isEnabled: boolean; readonly config: readonly unknown[] }

/**
 * Fetches the project's feature settings: `GET {services.config}/v1/config` → `{ features: [{ id, isEnabled, config? }]
 * | null }`. Features that aren't in the list are disabled; null leaves all of them to the page. `social_login` needs a
 * list of logins, and `onramp` a list of provider names, nothing but strings [S5.17]: without one they are disabled.
 * Throws like {@link requestConfig}.
 */
export function fetchRemoteFeatures(modal: Modal, baseUrl: string): Promise<RemoteFeatures | null> {
  return requestConfig(modal, { baseUrl, path: '/v1/config', parse: parseRemoteFeatures })
}

/**
 * Fetches the origins that may use logins: `GET {services.config}/v1/origins` → `{ allowedOrigins }`. An empty list
 * allows all. Throws like {@link requestConfig}.
 */
export function fetchAllowedOrigins(modal: Modal, baseUrl: string): Promise<readonly string[]> {
  return requestConfig(modal, { baseUrl, path: '/v1/origins', parse: parseOrigins })
}

/**
 * Fetches whether the project collects events: `GET {services.config}/v1/analytics-config` → `{ isAnalyticsEnabled }`
 * [S7.27]. Throws like {@link requestConfig}.
 */
export function fetchAnalyticsConfig(modal: Modal, baseUrl: string): Promise<boolean> {
  return requestConfig(modal, { baseUrl, path: '/v1/analytics-config', parse: parseAnalytics })
}

/** Parses the settings as a whole: one invalid row makes them invalid. Throws `INVALID_REPLY`. */
function parseRemoteFeatures(reply: unknown): RemoteFeatures | null {
  const rows = isRecord(reply) ? reply['features'] : undefined
  if (rows === null) return null
  if (!Array.isArray(rows)) throw new InvalidReplyError({ details: 'features is not a list.' })
  const byId = new Map<unknown, Row>(rows.map(parseRow))
  const isOn = (id: string): boolean => byId.get(id)?.isEnabled ?? false
  const listOf = (id: string): readonly unknown[] => (isOn(id) ? (byId.get(id)?.config ?? []) : [])

  const logins = listOf('social_login')
  const socials = logins.filter(isSocial)
  const providers = listOf('onramp')
  return {
    passkey: logins.includes('passkey'),
    email: logins.includes('email'),
    socials: socials.length > 0 && socials,
    swaps: isOn('swap'),
    onramp: providers.length > 0 && providers.every((name) => typeof name === 'string') && providers,
    activity: isOn('activity'),
    branding: isOn('branding') || isOn('reown_branding'),
    multiWallet: isOn('multi_wallet'),
  }
}

function parseRow(row: unknown): [id: string, row: Row] {
  const { id, isEnabled, config = [] } = isRecord(row) ? row : {}
  if (typeof id !== 'string' || typeof isEnabled !== 'boolean' || (config !== null && !Array.isArray(config)))
    throw new InvalidReplyError({ details: 'features has a row that is not { id, isEnabled, config }.' })
  return [id, { isEnabled, config: config ?? [] }]
}

function parseOrigins(reply: unknown): readonly string[] {
  const origins: unknown = isRecord(reply) ? reply['allowedOrigins'] : undefined
  if (Array.isArray(origins) && origins.every((origin) => typeof origin === 'string')) return origins
  throw new InvalidReplyError({ details: 'allowedOrigins is not a list of strings.' })
}

function parseAnalytics(reply: unknown): boolean {
  const isEnabled = isRecord(reply) ? reply['isAnalyticsEnabled'] : undefined
  if (typeof isEnabled === 'boolean') return isEnabled
  throw new InvalidReplyError({ details: 'isAnalyticsEnabled is not true or false.' })
}

/**
 * Sends one request to `services.config`. Throws `RATE_LIMITED` (429), `INVALID_PROJECT_ID` (401, 403, 404), `ABORTED`
 * if the modal ends, and otherwise `SERVER_ERROR` with the server's message.
 */
async function requestConfig<value>(
  modal: Modal,
  { baseUrl, path, parse }: { readonly baseUrl: string; readonly path: string; parse(reply: unknown): value },
): Promise<value> {
  const { signal } = modal[internals]
  const client = createHttpClient({ baseUrl, env: modal.env, params: () => toServiceParams(modal) })
  try {
    return parse(await client.get({ path, signal }))
  } catch (cause) {
    throw await toConfigError(modal, cause)
  }
}

/** Converts a failed request to the settings service into an error with the server's message. [S8.24, S8.26, S8.27] */
async function toConfigError(modal: Modal, cause: unknown): Promise<LatchkeyError> {
  if (isLatchkeyError(cause) && cause.code === 'ABORTED') return cause
  const status = getHttpStatus(cause)
  if (status === 429)
    return new RateLimitedError({ cause, details: 'services.config rate-limits requests. Try again later.' })
  if (status === 401 || status === 403 || status === 404)
    return new InvalidProjectIdError({ cause, projectId: modal[internals].options.projectId ?? '' })
  const message = (await readMessage(modal, cause)) ?? (cause instanceof Error ? cause.message : 'No reason given.')
  return new ServerError({ cause, details: `Failed to get the configuration of the app: ${message.slice(0, 300)}` })
}

/** Reads the `message` of an error response. */
async function readMessage({ env, [internals]: { signal } }: Modal, cause: unknown): Promise<string | undefined> {
  const response = cause instanceof Error ? cause.cause : undefined
  if (!(response instanceof Response)) return undefined
  try {
    const reply: unknown = JSON.parse(await waitFor(readText(response), { env, signal, timeout: httpTimeout }))
    const message = isRecord(reply) ? reply['message'] : undefined
    return typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined // without a message, the status has to do
  }
}
