import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { allowEveryOrigin } from '../http/allowEveryOrigin.js'
import { readBody } from '../http/readBody.js'
import { parseRelayFaults } from './parseRelayFaults.js'
import type { RunningRelay } from './runningRelay.js'

/** Gives the verbs of a running relay to other processes, on its own port. */
export function serveControl(server: Server, relay: RunningRelay): void {
  const verbs: Readonly<Record<string, () => void>> = {
    '/cut': relay.cutSockets,
    '/pause': relay.pause,
    '/resume': relay.resume,
  }
  const answer = async (request: IncomingMessage): Promise<readonly [number, unknown]> => {
    const { method, url = '/' } = request
    if (method === 'GET' && url === '/health') return [200, { ready: true }]
    if (method === 'GET' && url === '/stats') return [200, relay.stats()]
    if (method !== 'POST') return [404, { error: `No such path: ${url}` }]
    if (url === '/faults') {
      const faults = parseRelayFaults(parseJson(await readBody(request)))
      if (!faults) return [400, { error: 'Not faults of a relay' }]
      relay.setFaults(faults)
      return [200, relay.stats()]
    }
    const verb = Object.hasOwn(verbs, url) ? verbs[url] : undefined
    if (!verb) return [404, { error: `No such path: ${url}` }]
    verb()
    return [200, relay.stats()]
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (allowEveryOrigin(request, response)) return
    answer(request).then(
      ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      // the request was cut off; nobody waits for an answer
      () => response.destroy(),
    )
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
