import { readEnvironment } from './readEnvironment.js'
import { startCustody } from './startCustody.js'

const custody = await startCustody(await readEnvironment(process.env))
console.log(JSON.stringify({ ready: true, address: custody.address }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void custody.stop())
