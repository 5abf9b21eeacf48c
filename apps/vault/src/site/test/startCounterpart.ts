import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { SiteProjectsRequest } from '../../projects/project.js'
import type { CallRequest, LinkRequest, SocialRequest } from '../../protocol/custody.js'
import type { Statement } from '../../protocol/statement.js'

export type Counterpart = {
  readonly socket: string
  readonly calls: readonly (CallRequest & { readonly parsed: Statement })[]
  readonly links: readonly LinkRequest[]
  stop(): Promise<void>
}

export type CounterpartOptions = {
  /** Returns the reply to a call with a valid signature and a new statement. Default: an empty result. */
  readonly onCall?: ((call: CallRequest & { readonly parsed: Statement }) => unknown) | undefined
  readonly onLink?: ((link: LinkRequest) => unknown) | undefined
  readonly onNotice?: (() => unknown) | undefined
  readonly onSocial?: ((request: SocialRequest) => unknown) | undefined
  /** Default: an error, so that the projects of the site's file apply. */
  readonly onProjects?: ((request: SiteProjectsRequest) => unknown) | undefined
  /** Whether it reports that it is ready. Default: true. */
  readonly isReady?: (() => boolean) | undefined
}

/** Simulates custody behind the site's socket, for tests of the site alone. Checks statements like custody does. */
export async function startCounterpart({
  onCall,
  onLink,
  onNotice,
  onSocial,
  onProjects,
  isReady = () => true,
}: CounterpartOptions = {}): Promise<Counterpart> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-counterpart-'))
  const socket = join(folder, 'custody.sock')
  const calls: (CallRequest & { parsed: Statement })[] = []
  const links: LinkRequest[] = []
  const answer = (path: string, body: string): unknown => {
    if (path === '/projects') return onProjects?.(JSON.parse(body) as SiteProjectsRequest) ?? { error: {} }
    if (path === '/social') return onSocial?.(JSON.parse(body) as SocialRequest) ?? { status: 'gone' }
    if (path === '/notice') return onNotice?.() ?? { status: 'gone' }
    if (path === '/link') {
      const link = JSON.parse(body) as LinkRequest
      links.push(link)
      return onLink?.(link) ?? { status: 'gone' }
    }
    const call = JSON.parse(body) as CallRequest
    const parsed = JSON.parse(call.statement) as Statement
    const isNew = calls.every((other) => other.parsed.jti !== parsed.jti)
    if (!isSigned(call, parsed) || !isNew) return { error: { code: 'BAD_STATEMENT', message: 'Not signed.' } }
    calls.push({ ...call, parsed })
    return onCall?.({ ...call, parsed }) ?? { result: {} }
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/health') {
      response.end('{"ok":true}')
      return
    }
    if (request.url === '/ready') {
      response.writeHead(isReady() ? 200 : 503).end(JSON.stringify({ ok: isReady() }))
      return
    }
    const value = await answer(request.url ?? '', await text(request))
    response.end(typeof value === 'string' ? value : JSON.stringify(value))
  }
  const server = createServer((request, response) => void serve(request, response)).listen(socket)
  await once(server, 'listening')
  return {
    socket,
    calls,
    links,
    async stop() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function isSigned({ statement, signature }: CallRequest, { key }: Statement): boolean {
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...key }, format: 'jwk' })
  const bytes = Buffer.from(signature, 'base64url')
  return verify('sha256', Buffer.from(statement), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)
}
