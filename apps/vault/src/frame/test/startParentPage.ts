import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ParentPage = { readonly origin: string; stop(): Promise<void> }

/**
 * A handwritten app page that behaves like older clients: it posts to `*`, knows no handshake, and reads every message.
 */
const html = `<!doctype html><meta charset="utf-8"><title>App</title><style>iframe{width:360px;height:600px;border:0}</style>
<script>
const heard = []
addEventListener('message', ({ data, origin, source }) => heard.push({ data, origin, isFrame: source === document.querySelector('iframe')?.contentWindow }))
const frame = () => document.querySelector('iframe').contentWindow
const answer = (id) => heard.find(({ data }) => data?.id === id)?.data
async function until(read) {
  const end = Date.now() + 100_000
  while (Date.now() < end) {
    const value = read()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('Nothing was heard for 100 seconds.')
}
function ready(count = 1) { return until(() => heard.filter(({ data }) => data?.type === '@w3m-frame/READY')[count - 1]) }
const post = (name, payload, id = Math.random().toString(36).slice(2)) => {
  frame().postMessage({ type: '@w3m-app/' + name, id, ...(payload !== undefined && { payload }) }, '*')
  return id
}
async function ask(name, payload) {
  const id = post(name, payload)
  return until(() => answer(id))
}
// the handshake of newer ones
let port
const heardOnPort = []
async function openPort() {
  const channel = new MessageChannel()
  port = channel.port1
  port.onmessage = ({ data }) => heardOnPort.push(data)
  frame().postMessage({ type: '@latchkey/PORT' }, '*', [channel.port2])
  return until(() => heardOnPort.find(({ type }) => type === '@latchkey/PORT_OK'))
}
async function askPort(name, payload) {
  const id = Math.random().toString(36).slice(2)
  port.postMessage({ type: '@w3m-app/' + name, id, payload })
  return until(() => heardOnPort.find((data) => data.id === id))
}
const source = new URLSearchParams(location.search).get('frame')
addEventListener('DOMContentLoaded', () => {
  if (!source) return
  const element = document.createElement('iframe')
  element.id = 'w3m-iframe'
  element.name = 'w3m-secure-iframe'
  element.src = source
  document.body.append(element)
})
</script><body></body>`

export async function startParentPage(): Promise<ParentPage> {
  const server = createServer((request, response) => {
    // an isolated page (COOP): it and the windows that it opens can't access each other
    const isIsolated = request.url?.includes('isolated=1')
    const headers = { ...(isIsolated && { 'cross-origin-opener-policy': 'same-origin' }) }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
