// `node probe.mjs [--wait=<seconds>] [<url>]` exits with 0 if a URL responds with 200, at once or within that time. Without a URL it asks
// for /ready of the program with this environment. Health checks of containers and units call it.
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

// custody has no port for everybody: the one of its metrics says whether it is ready
function toOwnUrl() {
  const [host, port] = PORT ? [HOST, PORT] : [METRICS_HOST, METRICS_PORT]
  return `http://${!host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}/ready`
}

async function probe() {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(3_000) })
    const text = await response.text()
    return response.status === 200 ? undefined : `${response.status} ${text.slice(0, 500)}`
  } catch (cause) {
    return String(cause.cause?.code ?? cause.message)
  }
}
