import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { parseAudience } from './clientToken.js'

const port = z.int().min(0).max(65_535)
const count = z.int().min(0).max(1_000_000_000_000)
const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: 'must be an origin such as https://app.example.org',
})
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\/./, 'must be postgres://user:password@host:port/name')

const projects = z.record(
  z.string().min(1).max(128),
  z.strictObject({
    /** Of pages; clients that send no origin, such as wallets, are not concerned. Default: any. */
    allowedOrigins: z.array(origin).optional(),
    /** Instead of the common settings. */
    messages: count.optional(),
    bytes: count.optional(),
  }),
)

type Project = {
  readonly allowedOrigins?: readonly string[] | undefined
  readonly messages?: number | undefined
  readonly bytes?: number | undefined
}

/** Settings by project id; `*` is for those that are not listed. */
export type Projects = Readonly<Record<string, Project>>

/** What each setting means is in {@link settings}. */
export type RelayConfig = {
  readonly databaseUrl: string
  readonly listenUrl?: string | undefined
  readonly databaseConnections: number
  readonly publicUrls: readonly string[]
  readonly host: string
  readonly port: number
  readonly metricsHost: string
  readonly metricsPort: number
  readonly trustProxy: boolean
  readonly projects: Projects
  readonly messagesPerProject: number
  readonly messagesPerClient: number
  readonly messagesPerAddress: number
  readonly bytesPerProject: number
  readonly bytesPerClient: number
  readonly bytesPerAddress: number
  readonly topicsPerClient: number
  readonly socketsPerClient: number
  readonly socketsPerAddress: number
  readonly messagesPerTopic: number
  readonly bytesPerTopic: number
  readonly bufferedBytes: number
  readonly drainSeconds: number
  readonly logConnections: boolean
  readonly webhookKey?: string | undefined
  readonly webhookOrigins: readonly string[]
}

/** How a setting is written in an environment variable. */
type Form = 'text' | 'number' | 'flag' | 'list' | 'file'

type Setting = { readonly schema: z.ZodType; readonly form: Form; readonly about: string }

function setting(schema: z.ZodType, form: Form, about: string): Setting {
  return { schema, form, about }
}

/** All settings. Quotas are per minute, and 0 is unlimited. */
export const settings: Readonly<Record<keyof RelayConfig, Setting>> = {
  databaseUrl: setting(
    databaseUrl,
    'text',
    'PostgreSQL 14 or newer, `postgres://user:password@host:port/name`; required',
  ),
  listenUrl: setting(
    databaseUrl.optional(),
    'text',
    'the same database for notifications, past a pooler such as PgBouncer, which drops them; default: `RELAY_DATABASE_URL`',
  ),
  databaseConnections: setting(z.int().min(1).max(1_000).default(8), 'number', 'connections to the database'),
  publicUrls: setting(
    z
      .array(z.string().refine((text) => parseAudience(text) !== null, { error: 'must be a ws:// or wss:// URL' }))
      .min(1),
    'list',
    'the URLs that clients use, which their tokens must name: `wss://relay.example.org`; required',
  ),
  host: setting(z.string().min(1).default('127.0.0.1'), 'text', 'address to listen on; `0.0.0.0` for all'),
  port: setting(port.default(4_185), 'number', 'port for clients and health; `0` for a free one'),
  metricsHost: setting(z.string().min(1).default('127.0.0.1'), 'text', 'address of the metrics'),
  metricsPort: setting(port.default(4_186), 'number', 'port of the metrics, `GET /metrics`; `0` for a free one'),
  trustProxy: setting(
    z.boolean().default(false),
    'flag',
    'identifies addresses by `X-Forwarded-For`, which your proxy has to set',
  ),
  projects: setting(
    projects.default({ '*': {} }),
    'file',
    'JSON file with settings by project id, see [Projects](#projects)',
  ),
  messagesPerProject: setting(count.default(600_000), 'number', 'messages per minute and project'),
  messagesPerClient: setting(count.default(1_200), 'number', 'messages per minute and client'),
  messagesPerAddress: setting(count.default(12_000), 'number', 'messages per minute and address'),
  bytesPerProject: setting(count.default(6_000_000_000), 'number', 'bytes per minute and project'),
  bytesPerClient: setting(count.default(24_000_000), 'number', 'bytes per minute and client'),
  bytesPerAddress: setting(count.default(240_000_000), 'number', 'bytes per minute and address'),
  topicsPerClient: setting(z.int().min(1).default(1_000), 'number', 'subscribed topics of a client in one process'),
  socketsPerClient: setting(count.default(32), 'number', 'sockets of a client in one process; `0` for unlimited'),
  socketsPerAddress: setting(count.default(1_000), 'number', 'sockets of an address in one process; `0` for unlimited'),
  messagesPerTopic: setting(count.default(1_000), 'number', 'messages that wait in a topic; `0` for unlimited'),
  bytesPerTopic: setting(count.default(16_777_216), 'number', 'their bytes; `0` for unlimited'),
  bufferedBytes: setting(
    z.int().min(65_536).default(8_388_608),
    'number',
    'a socket whose client leaves more unread is closed',
  ),
  drainSeconds: setting(
    z.int().min(0).max(3_600).default(10),
    'number',
    'on SIGTERM, sockets are closed over this time; the process ends 10 seconds later at the latest',
  ),
  logConnections: setting(z.boolean().default(false), 'flag', 'logs each connection and its end'),
  webhookKey: setting(
    z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hex characters')
      .optional(),
    'text',
    'secret Ed25519 key that signs webhooks, 64 hex characters, the same for all processes; default: webhooks are off',
  ),
  webhookOrigins: setting(
    z.array(origin).default([]),
    'list',
    'origins of webhooks that may be in a private network, without TLS or on another port; others must be public',
  ),
}

type Environment = Readonly<Record<string, string | undefined>>

/** `databaseUrl` is `RELAY_DATABASE_URL`; a file's is `RELAY_PROJECTS_FILE`. */
export function toVariable(name: keyof RelayConfig): string {
  const words = name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  return `RELAY_${words}${settings[name].form === 'file' ? '_FILE' : ''}`
}

/** Invalid settings, all of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const names = Object.keys(settings) as (keyof RelayConfig)[]
const fileVariable = 'RELAY_CONFIG_FILE'

/**
 * Reads the settings from the JSON file of `RELAY_CONFIG_FILE`, if it is set, and from the environment, which has priority. Empty
 * variables count as missing. Throws a {@link ConfigError} with every problem, including unknown names.
 */
export async function readConfig(environment: Environment): Promise<RelayConfig> {
  const problems: string[] = []
  const read = (variable: string): string | undefined => environment[variable]?.trim() || undefined
  const readJson = async (variable: string, file: string): Promise<unknown> => {
    try {
      return JSON.parse(await readFile(file, 'utf8'))
    } catch {
      problems.push(`${variable}: ${file} is not valid JSON, or cannot be read`)
      return undefined
    }
  }
  const known = new Set([fileVariable, ...names.map(toVariable)])
  for (const variable of Object.keys(environment))
    if (variable.startsWith('RELAY_') && !known.has(variable)) problems.push(`${variable}: unknown`)

  const file = read(fileVariable)
  const given = file === undefined ? {} : await readJson(fileVariable, file)
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  if (!isObject && given !== undefined) problems.push(`${fileVariable}: ${file} must be an object`)
  const fromFile = (isObject ? given : {}) as Readonly<Record<string, unknown>>
  for (const name of Object.keys(fromFile))
    if (!Object.hasOwn(settings, name)) problems.push(`${name} in ${file}: unknown`)

  const values: Record<string, unknown> = {}
  for (const name of names) {
    const variable = toVariable(name)
    const text = read(variable)
    const { form, schema } = settings[name]
    const value =
      text === undefined ? fromFile[name] : form === 'file' ? await readJson(variable, text) : parseText(text, form)
    if (text !== undefined && form === 'file' && value === undefined) continue
    const result = schema.safeParse(value)
    if (result.success) values[name] = result.data
    else
      for (const { path, message } of result.error.issues) {
        const place = [
          text === undefined && file !== undefined && name in fromFile ? `${name} in ${file}` : variable,
          ...path,
        ]
        problems.push(`${place.join('.')}: ${value === undefined ? 'is required' : message}`)
      }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return values as RelayConfig
}

/** Anything else than the form is left as it is, so that the schema reports it. */
function parseText(text: string, form: Exclude<Form, 'file'>): unknown {
  if (form === 'number') return /^\d+$/.test(text) ? Number(text) : text
  if (form === 'flag') return text === '1' ? true : text === '0' ? false : text
  return form === 'list' ? text.split(',').map((one) => one.trim()) : text
}

/** The settings without passwords, to print. */
export function maskConfig(config: RelayConfig): Readonly<Record<string, unknown>> {
  const mask = (url: string): string => {
    if (!URL.canParse(url)) return '***'
    const masked = new URL(url)
    if (masked.password !== '') masked.password = '***'
    for (const name of masked.searchParams.keys()) if (/password/i.test(name)) masked.searchParams.set(name, '***')
    return masked.href
  }
  return {
    ...config,
    databaseUrl: mask(config.databaseUrl),
    ...(config.webhookKey !== undefined && { webhookKey: '***' }),
    ...(config.listenUrl !== undefined && { listenUrl: mask(config.listenUrl) }),
  }
}
