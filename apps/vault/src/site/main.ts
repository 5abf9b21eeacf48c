import { readEnvironment } from './readEnvironment.js'
import { startSite } from './startSite.js'

const site = await startSite(await readEnvironment(process.env))
console.log(JSON.stringify({ ready: true, url: site.url, publicUrl: site.publicUrl }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void site.stop())
