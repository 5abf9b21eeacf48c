import { isLatchkeyError, type LatchkeyError } from '../errors/LatchkeyError.js'
import { InvalidReplyError, RateLimitedError, ServerError } from '../errors/services.js'
import { InvalidProjectIdError } from '../errors/setup.js'
import { type Features, type Social, socialProviders } from '../modal/features.js'
import { internals, type Modal } from '../modal/modal.js'
import { waitFor } from '../rpc/wait.js'
import { readText } from '../utils/bytes.js'
import { isRecord, readField } from '../utils/records.js'
import { createHttpClient, httpTimeout, toServiceParams } from './http.js'

/** Features that a project sets for all of its pages. [S3.22] */
type RemoteFeatures = Pick<Features, 'email' | 'socials' | 'swaps' | 'onramp' | 'activity' | 'branding' | 'multiWallet'>

type Row = { readonly isEnabled: boolean; readonly config: readonly unknown[] }

/**
 * What the project sets: `GET {services.config}/v1/config` → `{ features: [{ id, isEnabled, config? }] | null }`. Of a list
 * what is not in it is off; null leaves all to the page. Throws as {@link requestConfig}.
 */
export function fetchRemoteFeatures(modal: Modal, baseUrl: string): Promise<RemoteFeatures | null> {
  return requestConfig(modal, { baseUrl, path: '/v1/config', parse: parseRemoteFeatures })
}

/** All or nothing: settings of which a part makes no sense are none. Throws `INVALID_REPLY`. */
function parseRemoteFeatures(reply: unknown): RemoteFeatures | null {
  const rows = isRecord(reply) ? reply['features'] : undefined
  if (rows === null) return null
  if (!Array.isArray(rows)) throw new InvalidReplyError({ details: 'features is no list.' })
  const byId = new Map<unknown, Row>(rows.map(parseRow))
  const isOn = (id: string): boolean => byId.get(id)?.isEnabled ?? false
  const listOf = (id: string): readonly unknown[] => (isOn(id) ? (byId.get(id)?.config ?? []) : [])

  const logins = listOf('social_login')
  const socials = logins.filter((name): name is Social => socialProviders.includes(name as Social))
  const providers = listOf('onramp').filter((name) => typeof name === 'string')
  return {
    email: logins.includes('email'),
    socials: socials.length > 0 && socials,
    swaps: isOn('swap'),
    onramp: providers.length > 0 ? providers : isOn('onramp'),
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

/** Pages that may use logins: `GET {services.config}/v1/origins` → `{ allowedOrigins }`. None: all. Throws as {@link requestConfig}. */
export function fetchAllowedOrigins(modal: Modal, baseUrl: string): Promise<readonly string[]> {
  return requestConfig(modal, { baseUrl, path: '/v1/origins', parse: parseOrigins })
}

function parseOrigins(reply: unknown): readonly string[] {
  const origins: unknown = isRecord(reply) ? reply['allowedOrigins'] : undefined
  if (Array.isArray(origins) && origins.every((origin) => typeof origin === 'string')) return origins
  throw new InvalidReplyError({ details: 'allowedOrigins is no list of texts.' })
}

/**
 * One question to the service of `services.config`. Throws `RATE_LIMITED` (429), `INVALID_PROJECT_ID` (401, 403, 404),
 * `SERVER_ERROR` with what the server said on all else, and `ABORTED` where the modal ends.
 */
async function requestConfig<answer>(
  modal: Modal,
  { baseUrl, path, parse }: { readonly baseUrl: string; readonly path: string; parse(reply: unknown): answer },
): Promise<answer> {
  const { signal } = modal[internals]
  const client = createHttpClient({ baseUrl, env: modal.env, params: () => toServiceParams(modal) })
  try {
    return parse(await client.get({ path, signal }))
  } catch (cause) {
    throw await toConfigError(modal, cause)
  }
}

/** Names what went wrong with a question to the service of settings, with the server's own words. [S8.24, S8.26, S8.27] */
async function toConfigError(modal: Modal, cause: unknown): Promise<LatchkeyError> {
  const code = isLatchkeyError(cause) ? cause.code : undefined
  if (isLatchkeyError(cause) && code === 'ABORTED') return cause
  const status = code === 'HTTP_STATUS' && cause instanceof Error ? readField(cause, 'status') : undefined
  if (status === 429)
    return new RateLimitedError({ cause, details: 'services.config asks to be left alone for a while.' })
  if (status === 401 || status === 403 || status === 404)
    return new InvalidProjectIdError({ cause, projectId: modal[internals].options.projectId ?? '' })
  const words = (await readMessage(modal, cause)) ?? (cause instanceof Error ? cause.message : 'It gave no reason.')
  return new ServerError({ cause, details: `Failed to get the configuration of the app: ${words.slice(0, 300)}` })
}

/** The `message` of an answer that was a refusal. */
async function readMessage({ env, [internals]: { signal } }: Modal, cause: unknown): Promise<string | undefined> {
  const response = cause instanceof Error ? cause.cause : undefined
  if (!(response instanceof Response)) return undefined
  try {
    const reply: unknown = JSON.parse(await waitFor(readText(response), { env, signal, deadline: httpTimeout }))
    const message = isRecord(reply) ? reply['message'] : undefined
    return typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined // a server that gives no reason has its status
  }
}
