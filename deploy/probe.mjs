// `node probe.mjs [--wait=<seconds>] [<url>]` exits with 0 if a URL responds with 200, at once or within that time. Without a URL it asks
// the program with this environment whether it is ready. Health checks of containers and units call it.
const { HOST, METRICS_HOST, METRICS_PORT, PORT } = process.env
const words = process.argv.slice(2)
const wait = Number(words.find((word) => word.startsWith('--wait='))?.slice(7) ?? 0) * 1_000
const url = words.find((word) => !word.startsWith('--')) ?? toOwnUrl()
const end = Date.now() + wait

let problem = await probe()
while (problem !== undefined && Date.now() < end) {
  await new Promise((resolve) => setTimeout(resolve, 250))
  problem = await probe()
}
if (problem !== undefined) process.stderr.write(`${url}: ${problem}\n`)
process.exit(problem === undefined ? 0 : 1)

// custody answers only sites and operators, by their certificates: its metrics say whether it is ready
function toOwnUrl() {
  const [host, place] = PORT ? [HOST, `${PORT}/ready`] : [METRICS_HOST, `${METRICS_PORT}/metrics`]
  return `http://${!host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${place}`
}

async function probe() {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(3_000) })
    const text = await response.text()
    if (response.status !== 200) return `${response.status} ${text.slice(0, 500)}`
    return url.endsWith('/metrics') && !/^latchkey_ready 1$/m.test(text) ? 'latchkey_ready is not 1' : undefined
  } catch (cause) {
    return String(cause.cause?.code ?? cause.message)
  }
}
