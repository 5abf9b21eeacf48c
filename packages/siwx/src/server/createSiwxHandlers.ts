import { answerRequest, toErrorResponse } from './http/answerRequest.js'
import { resolveOptions } from './resolveOptions.js'
import { issueNonce } from './routes/issueNonce.js'
import { listSessions, readSignedIn, signOut } from './routes/sessions.js'
import { verifySignIn } from './routes/verifySignIn.js'
import { SiwxRefusal } from './SiwxRefusal.js'
import type { SiwxHandlers, SiwxHandlersOptions } from './siwxHandlers.js'

/**
 * Creates the server side of sign-in: issues nonces, verifies signatures, and stores sessions. Uses only the platform's
 * `Request`, `Response` and Web Crypto, for Node, Bun, Deno and workers. Throws a TypeError for an invalid option. [S3.16]
 * [EIP-4361]
 *
 * @example
 * const siwx = createSiwxHandlers({
 * verifiers: [createEvmVerifier()],
 * networks: [mainnet],
 * origins: ['https://app.example.org'],
 * nonces,
 * sessions,
 * })
 * app.all('/siwx/*', (context) => siwx.handle(context.req.raw))
 */
export function createSiwxHandlers(options: SiwxHandlersOptions): SiwxHandlers {
  const setup = resolveOptions(options)
  const nonce = answerRequest(setup, 'POST', (request, context) => issueNonce(setup, request, context))
  const verify = answerRequest(setup, 'POST', (request) => verifySignIn(setup, request))
  const session = answerRequest(setup, 'GET', (request) => listSessions(setup, request))
  const out = answerRequest(setup, 'POST', (request) => signOut(setup, request))
  const routes = new Map([
    ['nonce', nonce],
    ['verify', verify],
    ['session', session],
    ['sign-out', out],
  ])
  return {
    nonce,
    verify,
    session,
    signOut: out,
    handle: async (request, context) => {
      const route = routes.get(new URL(request.url).pathname.split('/').at(-1) ?? '')
      if (route) return route(request, context)
      return toErrorResponse(new SiwxRefusal('Not found.', { status: 404, code: 'NOT_FOUND' }))
    },
    getSignedIn: async (request) => (await readSignedIn(setup, request)).signedIn,
    protect: (answer) =>
      answerRequest(setup, 'GET', async (request) => {
        const [first, ...others] = (await readSignedIn(setup, request)).signedIn
        if (first) return answer(request, [first, ...others])
        throw new SiwxRefusal('Sign in first.', { status: 401, code: 'NOT_SIGNED_IN' })
      }),
  }
}
