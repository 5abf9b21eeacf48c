import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { allowEveryOrigin } from '../../http/allowEveryOrigin.js'
import { type Listening, listen } from '../../http/listen.js'
import { readBody } from '../../http/readBody.js'
import type { SolanaChain } from '../chain/createSolanaChain.js'
import { answerRpc, type OnCall } from './answerRpc.js'
import { createSubscriptions } from './createSubscriptions.js'
import type { Methods } from './method.js'

export type ServeSolanaOptions = {
  readonly chain: SolanaChain
  /** What is answered over HTTP and websocket. */
  readonly methods: Methods
  readonly onCall: OnCall
  /** Preferred port; 0 for a free one. */
  readonly port: number
}

/** JSON-RPC over HTTP and websocket on one port, for pages of every origin. */
export async function serveSolana({ chain, methods, onCall, port }: ServeSolanaOptions): Promise<Listening> {
  const server = createServer((request, response) => {
    if (allowEveryOrigin(request, response)) return
    if (request.method !== 'POST') {
      response.writeHead(405).end('Used HTTP Method is not allowed. POST or OPTIONS is required')
      return
    }
    readBody(request).then(
      (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(answerRpc(body, methods, onCall)),
      // the client went away before it had asked
      () => response.destroy(),
    )
  })
  const sockets = new WebSocketServer({ server })
  const flushes = new Set<() => void>()
  chain.watch(() => {
    for (const flush of flushes) setImmediate(flush)
  })
  sockets.on('connection', (socket) => {
    const send = (text: string): void => {
      if (socket.readyState === socket.OPEN) socket.send(text)
    }
    const subscriptions = createSubscriptions(chain, send)
    const all = { ...methods, ...subscriptions.methods }
    flushes.add(subscriptions.flush)
    socket.on('message', (data) => send(answerRpc(String(data), all, onCall)))
    socket.on('close', () => flushes.delete(subscriptions.flush))
    // a broken connection closes as well
    socket.on('error', () => socket.terminate())
  })
  const listening = await listen(server, port)
  return {
    ...listening,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      await listening.close()
    },
  }
}
