import { toJson } from '../http/answerRequest.js'
import { createNonce } from '../http/credential.js'
import { readJson, requireOrigin } from '../http/readRequest.js'
import type { SiwxSetup } from '../resolveOptions.js'
import { SiwxRefusal, whileAvailable } from '../SiwxRefusal.js'
import type { RequestContext } from '../siwxHandlers.js'

/** 120 bits each. EIP-4361 requires about 40, OWASP 64. */
const characters = 24

/** Issues the values that the next message must contain. */
export async function issueNonce(setup: SiwxSetup, request: Request, context: RequestContext): Promise<Response> {
  const { origins, nonces, nonceLimit, durations } = setup
  const origin = requireOrigin(request, origins)
  await readJson(request)
  const now = setup.now()
  const { client = '' } = context
  if (client !== '') {
    const open = await whileAvailable('The nonce store', nonces.countOpen({ client, now }))
    if (open >= nonceLimit)
      throw new SiwxRefusal('Too many pending sign-ins. Try again later.', {
        status: 429,
        code: 'TOO_MANY_REQUESTS',
        retryAfter: Math.ceil(durations.nonce / 1_000),
      })
  }
  const asked = {
    nonce: createNonce(characters),
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + durations.session).toISOString(),
    requestId: createNonce(characters),
  }
  const entry = { ...asked, origin, client, validUntil: now + durations.nonce }
  await whileAvailable('The nonce store', nonces.create(entry))
  return toJson(asked)
}
