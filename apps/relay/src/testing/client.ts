import { once } from 'node:events'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import WebSocket from 'ws'

type PushedMessage = {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly publishedAt: number
}

type RelayResponse = {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

export type TestClient = {
  readonly clientId: string
  /** Received pushes, in order. */
  readonly pushed: readonly PushedMessage[]
  /** Adds a listener for pushes, which is called before they are acknowledged. */
  readonly onPush: (listener: (push: PushedMessage) => void) => void
  /** The raw socket, for invalid frames. */
  readonly socket: WebSocket
  /** Turns the acknowledgement of pushes on or off. Turning it on also acknowledges the pending ones. */
  readonly acknowledge: (isOn: boolean) => void
  /** Responds to the pending pushes with an error. */
  readonly refuse: () => void
  readonly call: (method: string, params: unknown) => Promise<RelayResponse>
  /** Sends a raw frame and resolves with the next response with the id. Default: null. */
  readonly sendRaw: (frame: string | Buffer, id?: unknown) => Promise<RelayResponse>
  readonly close: () => Promise<void>
}

type ConnectClientOptions = Partial<CreateClientTokenOptions> & {
  /** Default: `test`. */
  readonly projectId?: string | undefined
  /** The origin of a page. Default: none, like wallets. */
  readonly origin?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Connects a minimal client of the relay protocol. Its token is for `url`, unless `audience` says otherwise. */
export async function connectClient(url: string, options: ConnectClientOptions = {}): Promise<TestClient> {
  const { projectId = 'test', origin, headers = {} } = options
  const { token, clientId } = createClientToken({ audience: url, ...options })
  const socket = new WebSocket(`${url}/?auth=${token}&projectId=${projectId}&ua=test`, { origin, headers })
  const pushed: PushedMessage[] = []
  const waiting = new Map<unknown, (answer: RelayResponse) => void>()
  const listeners: ((push: PushedMessage) => void)[] = []
  const open = new Set<unknown>()
  let isAcknowledging = true
  let next = 1
  const respond = (response: object): void => {
    for (const id of open) socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...response }))
    open.clear()
  }
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    if (frame.method === 'irn_subscription') {
      pushed.push(frame.params.data)
      for (const listener of listeners) listener(frame.params.data)
      open.add(frame.id)
      if (isAcknowledging) respond({ result: true })
      return
    }
    waiting.get(frame.id)?.(frame)
    waiting.delete(frame.id)
  })
  await once(socket, 'open')
  const sendRaw = (frame: string | Buffer, id: unknown = null): Promise<RelayResponse> => {
    const answer = new Promise<RelayResponse>((resolve) => waiting.set(id, resolve))
    socket.send(frame)
    return answer
  }
  return {
    clientId,
    pushed,
    onPush: (listener) => void listeners.push(listener),
    socket,
    acknowledge: (isOn) => {
      isAcknowledging = isOn
      if (isOn) respond({ result: true })
    },
    refuse: () => respond({ error: { code: -32_000, message: 'Refused' } }),
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

export type CreateClientTokenOptions = {
  readonly audience: string
  /** 32 bytes. Default: a new key. */
  readonly key?: Uint8Array | undefined
  /** Seconds since the epoch. */
  readonly issuedAt?: number | undefined
  readonly lifetimeSeconds?: number | undefined
  readonly header?: object | undefined
  readonly claims?: object | undefined
}

/** Creates a client token and its client id, with parts overridden by a test. */
export function createClientToken(options: CreateClientTokenOptions): {
  readonly token: string
  readonly clientId: string
} {
  const { audience, key = ed25519.utils.randomSecretKey(), header, claims } = options
  const { issuedAt = Math.floor(Date.now() / 1_000), lifetimeSeconds = 86_400 } = options
  const clientId = `did:key:z${base58.encode(new Uint8Array([0xed, 0x01, ...ed25519.getPublicKey(key)]))}`
  const body = { iss: clientId, sub: 'nonce', aud: audience, iat: issuedAt, exp: issuedAt + lifetimeSeconds, ...claims }
  const text = `${encodePart({ alg: 'EdDSA', typ: 'JWT', ...header })}.${encodePart(body)}`
  const signature = ed25519.sign(new TextEncoder().encode(text), key)
  return { token: `${text}.${Buffer.from(signature).toString('base64url')}`, clientId }
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
