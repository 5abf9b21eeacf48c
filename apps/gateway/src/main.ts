import { readEnvironment } from './environment.js'
import { requestReindex } from './indexer/indexer.js'
import { startGateway } from './startGateway.js'

const options = await readEnvironment(process.env)

const [command, ...given] = process.argv.slice(2)

if (command === 'reindex') {
  try {
    console.log(JSON.stringify(await requestReindex(options, given)))
  } catch (cause) {
    logError(cause)
    process.exitCode = 1
  }
} else {
  if (command !== undefined) throw new Error(`Unknown command: ${command}. Available: reindex <chain> [height].`)
  const isQuiet = process.env['LOG_REQUESTS'] === '0'
  const gateway = await startGateway({
    ...options,
    warn: logError,
    record: isQuiet
      ? undefined
      : (record) => console.log(JSON.stringify({ time: new Date().toISOString(), ...record })),
  })
  console.log(JSON.stringify({ ready: true, url: gateway.url }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void gateway.stop())
}

/** Logs an error as one line of JSON to stderr, without account addresses. */
function logError(cause: unknown): void {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  const reasons =
    cause instanceof Error && cause.cause !== undefined ? { cause: redactAddresses(String(cause.cause)) } : {}
  console.error(
    JSON.stringify({ time: new Date().toISOString(), level: 'error', message: redactAddresses(text), ...reasons }),
  )
}

function redactAddresses(text: string): string {
  return text.replace(/0x[0-9a-f]{40}\b/gi, '0x…').slice(0, 4_000)
}
