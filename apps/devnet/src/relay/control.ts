import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { allowEveryOrigin, readBody } from '../http/server.js'
import { parseRelayFaults, type RelayFaults } from './faults.js'

export type StartRelayOptions = {
  /** Preferred port. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** A journal file, so that no message is lost when the relay is killed. Default: in memory only. */
  readonly journal?: string | undefined
}

export type RelayStats = {
  readonly sockets: number
  /** Total number of accepted sockets. */
  readonly opened: number
  readonly subscribedTopics: number
  /** Kept until they expire. */
  readonly messages: number
  readonly bytes: number
  readonly pushed: number
  readonly acknowledged: number
  /** Sockets rejected because of their token or a pause. */
  readonly refused: number
  readonly isPaused: boolean
}

export type RunningRelay = {
  /** `ws://127.0.0.1:…`, the URL for clients and the audience of their tokens. */
  readonly url: string
  /** URL of the control API, see the README. */
  readonly controlUrl: string
  readonly port: number
  /** Cuts all sockets without a close frame, like a lost network. Clients may reconnect at once. */
  readonly cutSockets: () => void
  /** Replaces the faults; `{}` removes them. */
  readonly setFaults: (faults: RelayFaults) => void
  /** Cuts all sockets and rejects new ones until `resume()`, as if the relay were unreachable. */
  readonly pause: () => void
  readonly resume: () => void
  readonly stats: () => RelayStats
  /** May be called more than once. */
  readonly stop: () => Promise<void>
}

/** Serves the relay's control API on its own port. */
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
      // the request was cut off, so there is nothing to respond to
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
