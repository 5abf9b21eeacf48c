import type { IncomingMessage, ServerResponse } from 'node:http'

/** Lets pages of every origin read the answer; true when the request only asked for that and is answered. */
export function allowEveryOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', '*')
  if (request.method !== 'OPTIONS') return false
  const allowed = { 'access-control-allow-methods': 'GET, POST', 'access-control-allow-headers': '*' }
  response.writeHead(204, allowed).end()
  return true
}
