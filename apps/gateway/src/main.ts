import { startGateway } from './startGateway.js'

const { PORT, HOST, WALLETS_FILE, IMAGES_FOLDER } = process.env
const port = PORT === undefined ? undefined : Number(PORT)
const gateway = await startGateway({ port, host: HOST, walletsFile: WALLETS_FILE, imagesFolder: IMAGES_FOLDER })
console.log(JSON.stringify({ ready: true, url: gateway.url }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void gateway.stop())
