import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, readBody } from '../http/server.js'
import { type ChannelRequest, type ChannelResponse, createChannels } from './channels.js'
import { createPeople, type People } from './people.js'
import { servePhonePage } from './phonePage.js'
import { installRegistries } from './registries.js'
import { type SignInOptions, signIn } from './signIn.js'

export type StartFarcasterOptions = {
  /** Preferred port. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
  /** RPC URL of a local chain, which gets the registries. */
  readonly rpcUrl: string
}

export type RunningFarcaster = {
  /** URL of the relay. */
  readonly url: string
  readonly port: number
  readonly rpcUrl: string
  /** The API key that wallets need to respond through the relay. */
  readonly relayKey: string
  readonly people: People
  /** Plays the phone: scans the URL of a login and approves it. */
  readonly scan: (url: string, options: SignInOptions) => Promise<void>
  /** Responds to each request with this status; undefined ends it. */
  readonly setFault: (status: number | undefined) => void
  /** May be called more than once. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a relay that Farcaster's own client accepts, and a page that plays the phone: a scanned code leads to `GET /~/siwf`.
 */
export async function startFarcaster({ port = 0, rpcUrl }: StartFarcasterOptions): Promise<RunningFarcaster> {
  await installRegistries(rpcUrl)
  const people = createPeople(rpcUrl)
  const relayKey = randomBytes(16).toString('hex')
  let fault: number | undefined
  let url = ''
  const channels = createChannels((query) => `${url}/~/siwf?${query}`)

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else sendJson(response, 400, { error: 'bad_request' })
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://relay')
    const route = `${request.method} ${pathname}`
    if (route === 'GET /~/siwf') {
      servePhonePage(response, channels.get(searchParams.get('channelToken') ?? ''))
      return
    }
    if (route === 'POST /~/siwf') {
      const form = new URLSearchParams(await readBody(request))
      const token = form.get('channelToken') ?? ''
      await agree(token, { name: readName(form.get('name')) })
      response.writeHead(303, { location: `/~/siwf?channelToken=${encodeURIComponent(token)}` }).end()
      return
    }
    if (fault !== undefined) {
      sendJson(response, fault, { error: 'unavailable' })
      return
    }
    answerRelay(response, { route, request, body: await readBody(request) })
  }

  function answerRelay(
    response: ServerResponse,
    { route, request, body }: { readonly route: string; readonly request: IncomingMessage; readonly body: string },
  ): void {
    if (route === 'POST /v1/channel') {
      const { token, url: address, nonce } = channels.open(readRequest(body))
      sendJson(response, 201, { channelToken: token, url: address, nonce })
      return
    }
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const channel = channels.get(token)
    if (!channel) {
      sendJson(response, 401, { error: 'unauthorized' })
      return
    }
    const { nonce, url: address, request: signatureParams, answer: given } = channel
    if (route === 'GET /v1/channel/status') {
      const state = given ? 'completed' : 'pending'
      sendJson(response, given ? 200 : 202, { state, nonce, url: address, signatureParams, ...given })
      return
    }
    if (route !== 'POST /v1/channel/authenticate') sendJson(response, 404, { error: 'not_found' })
    else if (request.headers['x-farcaster-auth-relay-key'] !== relayKey)
      sendJson(response, 401, { error: 'unauthorized' })
    else {
      const value = JSON.parse(body) as ChannelResponse
      const isFirst = channels.complete(token, value)
      sendJson(
        response,
        isFirst ? 201 : 400,
        isFirst ? { state: 'completed', nonce, ...value } : { error: 'bad_request' },
      )
    }
  }

  async function agree(token: string, options: SignInOptions): Promise<void> {
    const channel = channels.get(token)
    if (!channel) throw new Error('Unknown channel.')
    channels.complete(token, await signIn(people, channel, options))
  }

  const listening = await listen(server, port)
  url = listening.url
  return {
    url,
    port: listening.port,
    rpcUrl,
    relayKey,
    people,
    scan: (address, options) => agree(new URL(address).searchParams.get('channelToken') ?? '', options),
    setFault: (status) => {
      fault = status
    },
    stop: listening.close,
  }
}

function readRequest(body: string): ChannelRequest {
  const request = JSON.parse(body) as ChannelRequest
  if (typeof request.siweUri !== 'string' || typeof request.domain !== 'string')
    throw new TypeError('Invalid channel request.')
  return request
}

function readName(name: string | null): string {
  if (name === null || !/^[-a-z0-9]{1,16}$/.test(name)) throw new TypeError('Invalid name.')
  return name
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
