import { readEnvironment } from './readEnvironment.js'
import { startGateway } from './startGateway.js'

const gateway = await startGateway(await readEnvironment(process.env))
console.log(JSON.stringify({ ready: true, url: gateway.url }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void gateway.stop())
