import { readSandboxEnvironment } from './readSandboxEnvironment.js'
import { startSandbox } from './startSandbox.js'

const sandbox = await startSandbox(await readSandboxEnvironment(process.env))
console.log(JSON.stringify({ ready: true, url: sandbox.url }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void sandbox.stop())
