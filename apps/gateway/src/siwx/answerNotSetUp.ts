import type { SiwxHandler } from '@latchkey/siwx/server'

/**
 * Says why nobody can sign in here. It bears nothing of anybody, so every page may read it, as it would read the answer of a
 * sign-in: with credentials.
 */
export function answerNotSetUp(reason: string): SiwxHandler {
  return async (request) => {
    const headers = {
      'access-control-allow-origin': request.headers.get('origin') ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type',
      'cache-control': 'no-store',
      vary: 'Origin',
    }
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    const message = `Nobody can sign in here: ${reason}`
    return Response.json({ error: 'UNAVAILABLE', message }, { status: 503, headers })
  }
}
