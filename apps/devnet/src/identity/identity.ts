import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { default as Provider } from 'oidc-provider'
import { listen, readBody } from '../http/server.js'
import { type AppleClient, createAppleClient } from './appleClient.js'
import { type AppBackend, serveBackend, toAppBackend } from './backend.js'
import { type IdentityFaults, type PartFault, parseIdentityFaults, type Signer } from './faults.js'
import { type IdentityName, identityKinds, identityNames, identityTitles } from './kinds.js'
import { serveLoginPage } from './loginPage.js'
import { createIdentityProvider, serveBelow } from './provider.js'

export type StartIdentityOptions = {
  /** Preferred port. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
  /** Allowed redirect URIs: `…/social/callback` of each vault. */
  readonly redirectUris: readonly string[]
  /** Milliseconds since the epoch, for the tokens of the app's backend: the vault's clock, if tests move it. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
}

export type RunningIdentity = {
  readonly url: string
  readonly port: number
  /** Settings for a vault, by provider. */
  readonly providers: Readonly<Record<IdentityName, unknown>>
  /** An app with its own users. */
  readonly backend: AppBackend
  /** Replaces the faults. */
  readonly setFaults: (faults: IdentityFaults) => void
  /** Replaces the signing key of all providers: their key sets no longer have the old one. */
  readonly rotateKey: () => Promise<void>
  /** Methods and paths of all requests, oldest first. */
  readonly requests: readonly string[]
  /** May be called more than once. */
  readonly stop: () => Promise<void>
}

/**
 * Plays Google, GitHub, Apple, Facebook, X, Discord and the provider of a company, each below its own path: three by OpenID Connect, four by OAuth 2.0 with a
 * userinfo endpoint. The login page accepts any name. `PUT /faults` sets {@link IdentityFaults}.
 */
export async function startIdentity({
  port = 0,
  redirectUris,
  now = Date.now,
}: StartIdentityOptions): Promise<RunningIdentity> {
  let faults: IdentityFaults = {}
  const requests: string[] = []
  const parts = new Map<IdentityName, { readonly provider: Provider; readonly serve: ReturnType<typeof serveBelow> }>()
  const client = { id: 'latchkey-vault', secret: randomBytes(24).toString('base64url'), redirectUris }
  const apple = await createAppleClient()

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${(request.url ?? '/').split('?')[0]}`)
    requests.splice(0, requests.length - 1_000)
    answer(request, response).catch((cause: unknown) => {
      response.destroy(cause instanceof Error ? cause : undefined)
    })
  })
  const listening = await listen(server, port)
  const { url } = listening
  const first = await createKey('devnet')
  let newest = first
  const backend = toAppBackend(url)
  const toKeySet = (): unknown => ({ keys: [newest.published] })
  for (const name of identityNames) {
    const issuer = `${url}/${name}`
    const provider = await createIdentityProvider({
      ...{ name, issuer, client },
      jwk: first.jwk,
      getSigner: () => newest,
      faults: () => faults,
    })
    parts.set(name, { provider, serve: serveBelow(provider, `/${name}`) })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', url)
    if (pathname === '/faults' && request.method === 'PUT') {
      faults = parseIdentityFaults(JSON.parse(await readBody(request)))
      response.writeHead(204).end()
      return
    }
    const [, name = '', place = '', uid = ''] = pathname.split('/')
    if (name === 'backend') {
      await serveBackend(request, response, { backend, place, signer: newest, keySet: toKeySet(), now })
      return
    }
    const part = parts.get(name as IdentityName)
    if (!part) {
      response.writeHead(404).end()
      return
    }
    if (fail(response, findFault(faults, place))) return
    if (place === 'jwks' && newest !== first) {
      response.writeHead(200, { 'content-type': 'application/jwk-set+json' }).end(JSON.stringify(toKeySet()))
      return
    }
    if (place === 'interaction') return interact(part.provider, { name: name as IdentityName, uid, request, response })
    if (place === 'user') return serveUserInfo(part.provider, { name: name as IdentityName, request, response })
    const isApple = name === 'apple' && place === 'token'
    const asked = isApple ? await replaceAppleSecret(request, { apple, client, issuer: `${url}/apple` }) : request
    part.serve(asked, response)
  }

  async function interact(
    provider: Provider,
    { name, uid, request, response }: Part & { readonly uid: string },
  ): Promise<void> {
    if (request.method === 'GET') {
      const isIsolated = faults.isIsolated ?? false
      serveLoginPage(response, { title: identityTitles[name], action: `/${name}/interaction/${uid}`, isIsolated })
      return
    }
    const form = new URLSearchParams(await readBody(request))
    const accountId = form.get('name') ?? ''
    const isAllowed = form.get('answer') === 'allow' && /^[-a-z0-9_.]{1,32}$/.test(accountId)
    const result = isAllowed
      ? { login: { accountId, remember: false } }
      : { error: 'access_denied', error_description: 'The user did not allow it.' }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  return {
    url: `${url}/`,
    port: listening.port,
    providers: toSettings(url, { client, apple }),
    backend,
    setFaults: (next) => {
      faults = next
    },
    rotateKey: async () => {
      newest = await createKey(`devnet-${randomBytes(4).toString('hex')}`)
    },
    requests,
    stop: listening.close,
  }
}

type IdentityKey = Signer & { readonly jwk: JWK; readonly published: JWK }

async function createKey(kid: string): Promise<IdentityKey> {
  const { privateKey: key, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const use = { kid, alg: 'RS256', use: 'sig' }
  return {
    kid,
    key,
    jwk: { ...(await exportJWK(key)), ...use },
    published: { ...(await exportJWK(publicKey)), ...use },
  }
}

type Part = {
  readonly name: IdentityName
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function findFault(faults: IdentityFaults, place: string): PartFault | undefined {
  if (place === '.well-known') return faults.discovery
  if (place === 'jwks') return faults.keys
  if (place === 'token') return faults.token
  return place === 'user' ? faults.user : undefined
}

/** Returns whether a fault handled the request. */
function fail(response: ServerResponse, fault: PartFault | undefined): boolean {
  // a hanging request ends by the client's timeout, or with the server
  if (typeof fault === 'number') response.writeHead(fault, { 'content-type': 'text/plain' }).end('Out of order')
  return fault !== undefined
}

async function serveUserInfo(provider: Provider, { name, request, response }: Part): Promise<void> {
  const kind = identityKinds[name]
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const found = await provider.AccessToken.find(token)
  const isGood = kind.kind === 'oauth2' && found?.isValid
  response.writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isGood ? kind.toUser(found.accountId ?? '') : { message: 'Bad credentials' }))
}

type AppleTerms = {
  readonly apple: AppleClient
  readonly client: { readonly id: string; readonly secret: string }
  readonly issuer: string
}

/** Replaces a valid Apple client token by the provider's own secret. */
async function replaceAppleSecret(
  request: IncomingMessage,
  { apple, client, issuer }: AppleTerms,
): Promise<IncomingMessage> {
  const form = new URLSearchParams(await readBody(request))
  const isGood = await apple.isSecret(form.get('client_secret') ?? '', { clientId: client.id, issuer })
  if (isGood) form.set('client_secret', client.secret)
  const body = Buffer.from(form.toString())
  const { method, url, socket, httpVersion, httpVersionMajor, httpVersionMinor } = request
  const headers = { ...request.headers, 'content-length': String(body.length) }
  return Object.assign(Readable.from([body]), {
    method,
    url,
    socket,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    headers,
  }) as unknown as IncomingMessage
}

function toSettings(
  url: string,
  { client, apple }: Omit<AppleTerms, 'issuer'>,
): Readonly<Record<IdentityName, unknown>> {
  const own = { clientId: client.id, clientSecret: client.secret }
  // an earlier login does not count if the vault requests a fresh one
  const fresh = { prompt: 'login' }
  const oauth = (name: IdentityName, query = ''): unknown => ({
    ...own,
    fresh,
    issuer: `${url}/${name}`,
    authorizationUrl: `${url}/${name}/auth`,
    tokenUrl: `${url}/${name}/token`,
    userUrl: `${url}/${name}/user${query}`,
  })
  return {
    google: { ...own, fresh: { ...fresh, max_age: '300' }, issuer: `${url}/google` },
    apple: { clientId: client.id, apple: apple.settings, issuer: `${url}/apple` },
    github: oauth('github'),
    facebook: oauth('facebook', '?fields=id,name'),
    x: oauth('x'),
    discord: oauth('discord'),
    acme: {
      ...own,
      kind: 'oidc',
      name: identityTitles.acme,
      issuer: `${url}/acme`,
      fresh: { ...fresh, max_age: '300' },
    },
  }
}
