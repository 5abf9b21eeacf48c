import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallRequest, LinkRequest } from '../../protocol/custody.js'
import type { Statement } from '../../protocol/statement.js'

export type Counterpart = {
  readonly socket: string
  readonly calls: readonly (CallRequest & { readonly parsed: Statement })[]
  readonly links: readonly LinkRequest[]
  stop(): Promise<void>
}

export type CounterpartOptions = {
  /** What a call is answered, once its statement is proved to be signed by its key and seen for the first time. */
  readonly onCall?: ((call: CallRequest & { readonly parsed: Statement }) => unknown) | undefined
  readonly onLink?: ((link: LinkRequest) => unknown) | undefined
}

/** The other end of the site's socket, for tests of the site alone. It checks statements as custody does. */
export async function startCounterpart({ onCall, onLink }: CounterpartOptions = {}): Promise<Counterpart> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-counterpart-'))
  const socket = join(folder, 'custody.sock')
  const calls: (CallRequest & { parsed: Statement })[] = []
  const links: LinkRequest[] = []
  const answer = async (path: string, text: string): Promise<unknown> => {
    if (path === '/link') {
      const link = JSON.parse(text) as LinkRequest
      links.push(link)
      return onLink?.(link) ?? { status: 'gone' }
    }
    const call = JSON.parse(text) as CallRequest
    const parsed = JSON.parse(call.statement) as Statement
    const isNew = calls.every((other) => other.parsed.jti !== parsed.jti)
    if (!isSigned(call, parsed) || !isNew) return { error: { code: 'BAD_STATEMENT', message: 'Not signed.' } }
    calls.push({ ...call, parsed })
    return onCall?.({ ...call, parsed }) ?? { result: {} }
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const value = await answer(request.url ?? '', text)
    response.end(typeof value === 'string' ? value : JSON.stringify(value))
  }).listen(socket)
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
