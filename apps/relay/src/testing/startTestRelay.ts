import { readConfig } from '../config.js'
import { migrate } from '../database.js'
import { type RunningRelay, startRelay } from '../startRelay.js'
import { connectClient, type TestClient } from './client.js'

/** The public URL of relays in tests, which is not where they listen. */
export const audience = 'wss://relay.example.org'

type LogLine = { readonly level: string; readonly event: string; readonly [field: string]: unknown }

export type TestRelay = RunningRelay & {
  readonly wsUrl: string
  readonly logs: readonly LogLine[]
  readonly connect: (options?: Parameters<typeof connectClient>[1]) => Promise<TestClient>
  /** The value of a metric; 0 if it has none. */
  readonly readMetric: (name: string) => Promise<number>
}

type StartTestRelayOptions = {
  readonly databaseUrl: string
  /** More settings, as environment variables. */
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly now?: (() => number) | undefined
}

/** The environment of a relay on free ports. */
export function toRelayEnv(databaseUrl: string): Readonly<Record<string, string>> {
  return {
    RELAY_DATABASE_URL: databaseUrl,
    RELAY_PUBLIC_URLS: audience,
    RELAY_PORT: '0',
    RELAY_METRICS_PORT: '0',
    RELAY_PAUSE_SECONDS: '0',
    RELAY_DRAIN_SECONDS: '0',
  }
}

/** Starts a relay on a database, which it migrates. */
export async function startTestRelay({ databaseUrl, env = {}, now }: StartTestRelayOptions): Promise<TestRelay> {
  await migrate(databaseUrl)
  const logs: LogLine[] = []
  const relay = await startRelay({
    config: await readConfig({ ...toRelayEnv(databaseUrl), ...env }),
    log: (level, event, fields) => void logs.push({ level, event, ...fields }),
    now,
  })
  const wsUrl = relay.url.replace('http:', 'ws:')
  return {
    ...relay,
    wsUrl,
    logs,
    connect: (options) => connectClient(wsUrl, { audience, ...options }),
    readMetric: (name) => readMetric(relay.metricsUrl, name),
  }
}

/** Reads the value of a metric, with its labels; 0 if it has none. */
export async function readMetric(url: string, name: string): Promise<number> {
  const line = (await (await fetch(url)).text()).split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? 0 : Number(line.slice(name.length + 1))
}
