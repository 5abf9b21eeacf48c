import { readFile } from 'node:fs/promises'
import {
  type Config,
  type ConfigDefinition,
  count,
  databaseUrl,
  defineConfig,
  flag,
  list,
  poolSize,
  port,
  readConfig as readVariables,
  text,
  variable,
} from '@latchkey/server-kit/config'
import { z } from 'zod'
import { parseAudience } from './clientToken.js'

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value
const amount = z.int().min(0).max(1_000_000_000_000)

const projects = z.record(
  z.string().min(1).max(128),
  z.strictObject({
    /** Of pages; clients that send no origin, such as wallets, are not concerned. Default: any. */
    allowedOrigins: z
      .array(z.string().refine(isOrigin, { error: 'must be an origin such as https://app.example.org' }))
      .optional(),
    /** Instead of the common settings. */
    messages: amount.optional(),
    bytes: amount.optional(),
  }),
)

type Project = {
  readonly allowedOrigins?: readonly string[] | undefined
  readonly messages?: number | undefined
  readonly bytes?: number | undefined
}

/** Settings by project id; `*` is for those that are not listed. */
export type Projects = Readonly<Record<string, Project>>

/** The settings are described in {@link relayConfig}. */
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
  readonly pauseSeconds: number
  readonly drainSeconds: number
  readonly logConnections: boolean
  readonly webhookKey?: string | undefined
  readonly webhookOrigins: readonly string[]
}

const listOf = (isValid: (value: string) => boolean, message: string): z.ZodType<readonly string[]> =>
  list().refine((values) => values.every(isValid), message)

const quota = (): z.ZodType<number> => count({ max: 1_000_000_000_000 })

const variables = {
  RELAY_DATABASE_URL: variable(databaseUrl(), {
    about: 'PostgreSQL 14 or newer, `postgres://user:password@host:port/name`',
    secret: 'url',
  }),
  RELAY_LISTEN_URL: variable(databaseUrl().optional(), {
    about: 'the same database for notifications, past a pooler such as PgBouncer, which drops them',
    unset: '`RELAY_DATABASE_URL`',
    secret: 'url',
  }),
  RELAY_DATABASE_CONNECTIONS: variable(poolSize(), { about: 'connections to the database', initial: '8' }),
  RELAY_PUBLIC_URLS: variable(
    listOf((value) => parseAudience(value) !== null, 'must be wss:// or ws:// URLs, separated by commas'),
    { about: 'the URLs that clients use, which their tokens must name: `wss://relay.example.org`' },
  ),
  RELAY_HOST: variable(text(), { about: 'address to listen on; `0.0.0.0` for all', initial: '127.0.0.1' }),
  RELAY_PORT: variable(port(), { about: 'port for clients and health; `0` for a free one', initial: '4185' }),
  RELAY_METRICS_HOST: variable(text(), { about: 'address of the metrics', initial: '127.0.0.1' }),
  RELAY_METRICS_PORT: variable(port(), {
    about: 'port of the metrics, `GET /metrics`; `0` for a free one',
    initial: '4186',
  }),
  RELAY_TRUST_PROXY: variable(flag(), {
    about: '`1` identifies addresses by `X-Forwarded-For`, which your proxy has to set',
    initial: '0',
  }),
  RELAY_PROJECTS_FILE: variable(text().optional(), {
    about: 'JSON file with settings by project id, see [Projects](#projects)',
    unset: 'any project',
  }),
  RELAY_MESSAGES_PER_PROJECT: variable(quota(), {
    about: 'messages per minute and project; `0` for unlimited',
    initial: '600000',
  }),
  RELAY_MESSAGES_PER_CLIENT: variable(quota(), {
    about: 'messages per minute and client; `0` for unlimited',
    initial: '1200',
  }),
  RELAY_MESSAGES_PER_ADDRESS: variable(quota(), {
    about: 'messages per minute and address; `0` for unlimited',
    initial: '12000',
  }),
  RELAY_BYTES_PER_PROJECT: variable(quota(), {
    about: 'bytes per minute and project; `0` for unlimited',
    initial: '6000000000',
  }),
  RELAY_BYTES_PER_CLIENT: variable(quota(), {
    about: 'bytes per minute and client; `0` for unlimited',
    initial: '24000000',
  }),
  RELAY_BYTES_PER_ADDRESS: variable(quota(), {
    about: 'bytes per minute and address; `0` for unlimited',
    initial: '240000000',
  }),
  RELAY_TOPICS_PER_CLIENT: variable(count({ min: 1 }), {
    about: 'subscribed topics of a client in one process',
    initial: '1000',
  }),
  RELAY_SOCKETS_PER_CLIENT: variable(count(), {
    about: 'sockets of a client in one process; `0` for unlimited',
    initial: '32',
  }),
  RELAY_SOCKETS_PER_ADDRESS: variable(count(), {
    about: 'sockets of an address in one process; `0` for unlimited',
    initial: '1000',
  }),
  RELAY_MESSAGES_PER_TOPIC: variable(count(), {
    about: 'messages that wait in a topic; `0` for unlimited',
    initial: '1000',
  }),
  RELAY_BYTES_PER_TOPIC: variable(quota(), { about: 'their bytes; `0` for unlimited', initial: '16777216' }),
  RELAY_BUFFERED_BYTES: variable(count({ min: 65_536 }), {
    about: 'a socket whose client leaves more unread is closed',
    initial: '8388608',
  }),
  RELAY_PAUSE_SECONDS: variable(count({ max: 3_600 }), {
    about:
      'after SIGTERM, seconds until it stops listening; longer than your load balancer takes to notice that `/health/ready` is 503',
    initial: '2',
  }),
  RELAY_DRAIN_SECONDS: variable(count({ max: 3_600 }), {
    about: 'after that, sockets are closed over this time; the process ends 10 seconds later at the latest',
    initial: '10',
  }),
  RELAY_LOG_CONNECTIONS: variable(flag(), { about: '`1` logs each connection and its end', initial: '0' }),
  RELAY_WEBHOOK_KEY: variable(
    text()
      .regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hex characters')
      .optional(),
    {
      about: 'secret Ed25519 key that signs webhooks, 64 hex characters, the same for all processes',
      unset: 'webhooks are off',
      secret: 'all',
    },
  ),
  RELAY_WEBHOOK_ORIGINS: variable(
    listOf(isOrigin, 'must be origins such as http://push.internal:8080, separated by commas').optional(),
    {
      about:
        'origins of webhooks that may be in a private network, without TLS or on another port; others must be public',
    },
  ),
}

const definition = defineConfig({ variables, prefixes: ['RELAY_'] })

/** All settings. */
export const relayConfig: ConfigDefinition = definition

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the settings from the environment, and from the file that `CONFIG_FILE` names. Throws a `ConfigError` with every problem. */
export async function readConfig(environment: Environment): Promise<RelayConfig> {
  const config = await readVariables(definition, environment)
  const projects = await config.load('RELAY_PROJECTS_FILE', readProjects)
  const values = config.check()
  return {
    databaseUrl: values.RELAY_DATABASE_URL,
    listenUrl: values.RELAY_LISTEN_URL,
    databaseConnections: values.RELAY_DATABASE_CONNECTIONS,
    publicUrls: values.RELAY_PUBLIC_URLS,
    host: values.RELAY_HOST,
    port: values.RELAY_PORT,
    metricsHost: values.RELAY_METRICS_HOST,
    metricsPort: values.RELAY_METRICS_PORT,
    trustProxy: values.RELAY_TRUST_PROXY,
    projects: projects ?? { '*': {} },
    messagesPerProject: values.RELAY_MESSAGES_PER_PROJECT,
    messagesPerClient: values.RELAY_MESSAGES_PER_CLIENT,
    messagesPerAddress: values.RELAY_MESSAGES_PER_ADDRESS,
    bytesPerProject: values.RELAY_BYTES_PER_PROJECT,
    bytesPerClient: values.RELAY_BYTES_PER_CLIENT,
    bytesPerAddress: values.RELAY_BYTES_PER_ADDRESS,
    topicsPerClient: values.RELAY_TOPICS_PER_CLIENT,
    socketsPerClient: values.RELAY_SOCKETS_PER_CLIENT,
    socketsPerAddress: values.RELAY_SOCKETS_PER_ADDRESS,
    messagesPerTopic: values.RELAY_MESSAGES_PER_TOPIC,
    bytesPerTopic: values.RELAY_BYTES_PER_TOPIC,
    bufferedBytes: values.RELAY_BUFFERED_BYTES,
    pauseSeconds: values.RELAY_PAUSE_SECONDS,
    drainSeconds: values.RELAY_DRAIN_SECONDS,
    logConnections: values.RELAY_LOG_CONNECTIONS,
    webhookKey: values.RELAY_WEBHOOK_KEY,
    webhookOrigins: values.RELAY_WEBHOOK_ORIGINS ?? [],
  }
}

/** Reads the settings as {@link readConfig} does, to print them. Never rejects. */
export async function describeConfig(environment: Environment): Promise<Pick<Config, 'describe'>> {
  const config = await readVariables(definition, environment)
  await config.load('RELAY_PROJECTS_FILE', readProjects)
  return config
}

/** Throws an error with the first problem of the file. */
async function readProjects(file: string): Promise<Projects> {
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`RELAY_PROJECTS_FILE ${file} is not valid JSON, or cannot be read.`, { cause })
  }
  const result = projects.safeParse(content)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`RELAY_PROJECTS_FILE ${file}: ${issue?.path.join('.')}: ${issue?.message}.`)
}
