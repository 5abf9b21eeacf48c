import { readEnvironment } from './readEnvironment.js'
import { startGateway } from './startGateway.js'
import { tellFault } from './tellFault.js'

const options = await readEnvironment(process.env)
const isQuiet = process.env['LOG_REQUESTS'] === '0'
const gateway = await startGateway({
  ...options,
  warn: tellFault,
  record: isQuiet ? undefined : (record) => console.log(JSON.stringify({ time: new Date().toISOString(), ...record })),
})
console.log(JSON.stringify({ ready: true, url: gateway.url }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void gateway.stop())
