import { once } from 'node:events'
import WebSocket from 'ws'
import { type CreateClientTokenOptions, createClientToken } from './createClientToken.js'

export type PushedMessage = {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly publishedAt: number
}

export type RelayAnswer = {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

export type TestClient = {
  readonly clientId: string
  /** What the relay pushed, in the order of arrival. */
  readonly pushed: readonly PushedMessage[]
  /** The raw socket, for what no client of good will sends. */
  readonly socket: WebSocket
  /** Whether pushes are acknowledged. */
  readonly acknowledge: (isOn: boolean) => void
  readonly call: (method: string, params: unknown) => Promise<RelayAnswer>
  /** Sends a raw frame and resolves with the next answer that has the id, null unless told. */
  readonly sendRaw: (frame: string | Buffer, id?: unknown) => Promise<RelayAnswer>
  readonly close: () => Promise<void>
}

/** A client that speaks the protocol of the relay by itself, down to the frames. */
export async function connectClient(url: string, options: Partial<CreateClientTokenOptions> = {}): Promise<TestClient> {
  const { token, clientId } = createClientToken({ audience: url, ...options })
  const socket = new WebSocket(`${url}/?auth=${token}&projectId=test&ua=test`)
  const pushed: PushedMessage[] = []
  const waiting = new Map<unknown, (answer: RelayAnswer) => void>()
  let isAcknowledging = true
  let next = 1
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    if (frame.method === 'irn_subscription') {
      pushed.push(frame.params.data)
      if (isAcknowledging) socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      return
    }
    waiting.get(frame.id)?.(frame)
    waiting.delete(frame.id)
  })
  await once(socket, 'open')
  const sendRaw = (frame: string | Buffer, id: unknown = null): Promise<RelayAnswer> => {
    const answer = new Promise<RelayAnswer>((resolve) => waiting.set(id, resolve))
    socket.send(frame)
    return answer
  }
  return {
    clientId,
    pushed,
    socket,
    acknowledge: (isOn) => {
      isAcknowledging = isOn
    },
    sendRaw,
    call: (method, params) => {
      const id = next++
      return sendRaw(JSON.stringify({ id, jsonrpc: '2.0', method, params }), id)
    },
    close: async () => {
      if (socket.readyState === WebSocket.CLOSED) return
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}
