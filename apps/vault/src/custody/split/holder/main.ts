import { text } from 'node:stream/consumers'
import { printConfig, readConfig, readTexts, toStopOptions } from '@latchkey/server-kit/config'
import { printHelp } from '@latchkey/server-kit/help'
import { stopOnSignals } from '@latchkey/server-kit/http'
import { createLogger } from '@latchkey/server-kit/log'
import { createFileClock } from '../../../clock/clock.js'
import { holderConfig } from '../../../settings/variables.js'
import { readMutualTls } from '../../../tls/mutualTls.js'
import { openKek, readKekOptions } from '../../keys/backends/openKek.js'
import { runHolderCommand, usage } from './runHolderCommand.js'
import { startHolder } from './startHolder.js'

const words = process.argv.slice(2)
try {
  if (!printHelp(usage, words)) await run()
} catch (cause) {
  // one sentence for the operator; a stack adds nothing
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}

async function run(): Promise<void> {
  if (words.length > 0 && words[0] !== '--print-config') {
    const environment = { ...process.env, ...(await readTexts(holderConfig, process.env)) }
    const { CLOCK_FILE: clock } = environment
    const now = clock ? createFileClock(clock) : undefined
    const result = await runHolderCommand(words, { environment, readInput: () => text(process.stdin), now })
    console.log(typeof result === 'string' ? result : JSON.stringify(result))
    return
  }
  const config = await readConfig(holderConfig, process.env)
  const { attempt, texts, report } = config
  if (texts['HOLDER_SOCKET'] === undefined && texts['HOLDER_PORT'] === undefined)
    report('Set HOLDER_SOCKET or HOLDER_PORT.')
  const now = (await config.load('CLOCK_FILE', createFileClock)) ?? Date.now
  const kek = await attempt(() => openKek(readKekOptions({ ...process.env, ...texts })))
  const tls = await attempt(() =>
    readMutualTls((name) => texts[name], { role: 'holder', prefix: 'HOLDER_TLS', now: now() }),
  )
  if (words[0] === '--print-config') return printConfig(config)
  const values = config.check()
  if (!kek) return
  const { warn } = createLogger({ level: values.LOG_LEVEL })
  const options = toStopOptions(values)
  const { HOLDER_SOCKET: socket, HOLDER_PORT: port = 0, HOLDER_HOST: host } = values
  const holder = await startHolder({
    ...options,
    listen: socket === undefined ? { port, host, ...(tls && { tls }) } : { socket },
    databaseUrl: values.DATABASE_URL,
    kek,
    createsKek: values.VAULT_KEK_CREATE,
    limits: {
      newDevicesPerHour: values.HOLDER_NEW_DEVICES_PER_HOUR,
      openingsPerHour: values.HOLDER_OPENINGS_PER_HOUR,
      newDeviceMinutes: values.HOLDER_NEW_DEVICE_MINUTES,
    },
    metrics: values.METRICS_PORT === undefined ? undefined : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    now,
    warn,
  })
  console.log(JSON.stringify({ ready: true, address: holder.address, metricsUrl: holder.metricsUrl }))
  stopOnSignals({ ...options, stop: holder.stop })
}
