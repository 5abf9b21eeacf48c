import { toJson } from '../http/answerRequest.js'
import { createSecret, hashSecret, readSessionId, toCookieHeader } from '../http/credential.js'
import { readJson, requireOrigin } from '../http/readRequest.js'
import type { SiwxSetup } from '../resolveOptions.js'
import { SiwxRefusal, whileAvailable } from '../SiwxRefusal.js'
import type { NonceEntry } from '../stores/nonceStore.js'
import type { SignedIn } from '../stores/sessionStore.js'
import { checkFields, checkSignature } from '../verify/checkSignIn.js'
import { parseSignIn } from '../verify/parseSignIn.js'

/** Bytes of the secret that the browser stores. */
const secretLength = 32

/**
 * Signs in. The nonce is consumed by the sign-in that is accepted, and by an invalid signature. A message that was not requested,
 * or a node or store that doesn't respond, leaves it valid.
 */
export async function verifySignIn(setup: SiwxSetup, request: Request): Promise<Response> {
  const origin = requireOrigin(request, setup.origins)
  const signIn = parseSignIn(await readJson(request))
  const { nonce } = signIn.data
  const entry = await findEntry(setup, { nonce, origin })
  const fields = checkFields(setup, signIn, entry)
  const { message, signature, cacao } = signIn
  const verdict = await checkSignature(setup, { fields, message, signature })
  // of concurrent requests with the same nonce, only one continues
  if (!(await whileAvailable('The nonce store', setup.nonces.consume(nonce)))) throw refuseNonce()
  if (!verdict.isValid) {
    const refusal = { status: 401, code: 'SIGNATURE_REFUSED', field: 'signature' } as const
    throw new SiwxRefusal('The signature is not valid for this account and message.', refusal)
  }
  const validUntil = Date.parse(entry.expirationTime)
  const { by } = verdict
  return startSession(setup, request, { data: fields, message, signature, ...(cacao && { cacao }), by, validUntil })
}

async function findEntry(
  { nonces, now }: SiwxSetup,
  { nonce, origin }: { readonly nonce: string; readonly origin: string },
): Promise<NonceEntry> {
  // skips the lookup for a nonce that we can't have issued
  const isOurs = /^[a-z0-9]{8,64}$/.test(nonce)
  const entry = isOurs ? await whileAvailable('The nonce store', nonces.find(nonce)) : undefined
  if (!entry || entry.validUntil <= now()) throw refuseNonce()
  if (entry.origin === origin) return entry
  const refusal = { status: 401, code: 'MESSAGE_REFUSED', field: 'domain' } as const
  throw new SiwxRefusal('The nonce was issued to another page.', refusal)
}

function refuseNonce(): SiwxRefusal {
  const refusal = { status: 401, code: 'NONCE_REFUSED', field: 'nonce' } as const
  return new SiwxRefusal('The nonce is unknown, used, or expired.', refusal)
}

/** Creates a new secret for each sign-in, so that an attacker who planted the old one isn't signed in. [OWASP ASVS 7.2.4] */
async function startSession(setup: SiwxSetup, request: Request, signedIn: SignedIn): Promise<Response> {
  const { sessions, cookie, now } = setup
  const secret = createSecret(secretLength)
  const [id, previousId] = await Promise.all([hashSecret(secret), readSessionId(setup, request)])
  await whileAvailable('The session store', sessions.add({ id, previousId, signedIn }))
  const { accountAddress: address, chainId } = signedIn.data
  // the text may lack it
  const expirationTime = new Date(signedIn.validUntil).toISOString()
  const session = { address, chainId, by: signedIn.by, expirationTime }
  if (!cookie) return toJson({ session, token: secret })
  const maxAge = signedIn.validUntil - now()
  return toJson({ session }, { headers: { 'set-cookie': toCookieHeader(cookie, { secret, maxAge }) } })
}
