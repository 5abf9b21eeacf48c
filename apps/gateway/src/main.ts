import { requestReindex } from './indexer/requestReindex.js'
import { readEnvironment } from './readEnvironment.js'
import { startGateway } from './startGateway.js'
import { tellFault } from './tellFault.js'

const options = await readEnvironment(process.env)
const [command, ...given] = process.argv.slice(2)
if (command === 'reindex') {
  try {
    console.log(JSON.stringify(await requestReindex(options, given)))
  } catch (cause) {
    tellFault(cause)
    process.exitCode = 1
  }
} else {
  if (command !== undefined) throw new Error(`Unknown command: ${command}. There is "reindex <chain> [height]".`)
  const isQuiet = process.env['LOG_REQUESTS'] === '0'
  const gateway = await startGateway({
    ...options,
    warn: tellFault,
    record: isQuiet
      ? undefined
      : (record) => console.log(JSON.stringify({ time: new Date().toISOString(), ...record })),
  })
  console.log(JSON.stringify({ ready: true, url: gateway.url }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void gateway.stop())
}
