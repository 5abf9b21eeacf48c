import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SignJWT } from 'jose'
import { readBody } from '../http/server.js'
import type { Signer } from './faults.js'

/** The backend of an app with its own users. */
export type AppBackend = {
  /** `jwt` of the app's project in a vault. */
  readonly jwt: { readonly issuer: string; readonly audience: string; readonly jwksUrl: string }
  /** `POST` the name of a user here, as the app's page does for whoever is logged in there; the reply is their token. */
  readonly tokenUrl: string
}

/** Describes the backend below `/backend` of the identity server. */
export function toAppBackend(url: string): AppBackend {
  const issuer = `${url}/backend`
  return { jwt: { issuer, audience: 'latchkey-vault', jwksUrl: `${issuer}/jwks` }, tokenUrl: `${issuer}/token` }
}

type BackendOptions = {
  readonly backend: AppBackend
  readonly place: string
  readonly signer: Signer
  /** The published keys. */
  readonly keySet: unknown
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Serves the key set, and tokens for any user name: a real backend would authenticate the user. */
export async function serveBackend(
  request: IncomingMessage,
  response: ServerResponse,
  { backend: { jwt }, place, signer, keySet, now }: BackendOptions,
): Promise<void> {
  // the app's page is on another origin
  const headers = { 'access-control-allow-origin': '*' }
  if (place === 'jwks') {
    response.writeHead(200, { ...headers, 'content-type': 'application/jwk-set+json' }).end(JSON.stringify(keySet))
    return
  }
  const user = place === 'token' && request.method === 'POST' ? (await readBody(request)).trim() : ''
  if (!/^[-a-z0-9_.]{1,32}$/.test(user)) {
    response.writeHead(400, headers).end('Name a user.')
    return
  }
  const issuedAt = Math.floor(now() / 1_000)
  const token = await new SignJWT({ name: user })
    .setProtectedHeader({ alg: 'RS256', kid: signer.kid })
    .setIssuer(jwt.issuer)
    .setAudience(jwt.audience)
    .setSubject(user)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 300)
    .sign(signer.key)
  response.writeHead(200, { ...headers, 'content-type': 'text/plain' }).end(token)
}
