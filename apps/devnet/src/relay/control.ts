import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { allowEveryOrigin, readBody } from '../http/server.js'
import { parseRelayFaults, type RelayFaults } from './faults.js'

export type StartRelayOptions = {
  /** Preferred port; a busy or missing one becomes a free one. */
  readonly port?: number | undefined
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Where messages are kept beside memory, so that none is lost when the relay is killed. */
  readonly journal?: string | undefined
}

export type RelayStats = {
  readonly sockets: number
  /** All that were ever let in. */
  readonly opened: number
  readonly subscribedTopics: number
  /** Kept until they expire. */
  readonly messages: number
  readonly bytes: number
  readonly pushed: number
  readonly acknowledged: number
  /** Sockets that were refused for their token, or because the relay is paused. */
  readonly refused: number
  readonly isPaused: boolean
}

export type RunningRelay = {
  /** `ws://127.0.0.1:…`, what clients call and their tokens name. */
  readonly url: string
  /** Of its control over HTTP: see the README. */
  readonly controlUrl: string
  readonly port: number
  /** Ends every socket, without a farewell, as a lost network does. Clients may come back at once. */
  readonly cutSockets: () => void
  /** Replaces the faults that there were; `{}` ends them. */
  readonly setFaults: (faults: RelayFaults) => void
  /** Ends every socket and refuses new ones until `resume()`: the relay is not to be reached. */
  readonly pause: () => void
  readonly resume: () => void
  readonly stats: () => RelayStats
  /** May be called often. */
  readonly stop: () => Promise<void>
}

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
