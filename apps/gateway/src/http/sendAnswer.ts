import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './answer.js'

/**
 * Sends an answer, or 304 where the caller has it already. Every page may read it. Nothing that is served here may run
 * anything or load anything, whatever it is and however it is opened.
 */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, type, body, maxAge } = answer
  const headers: Record<string, string> = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag, retry-after',
    'cache-control': maxAge === undefined ? 'no-store' : `public, max-age=${maxAge}`,
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'content-type': type,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    ...(maxAge !== undefined && { etag: toEtag(body) }),
  }
  if (headers['etag'] !== undefined && isKnown(request.headers['if-none-match'], headers['etag'])) {
    response.writeHead(304, headers).end()
    return
  }
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, 'content-length': bytes.byteLength })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

function toEtag(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
}

/** RFC 9110, 13.1.2: a list of tags, or `*`; compared weakly. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
