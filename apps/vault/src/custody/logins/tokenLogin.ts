import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import type { TokenIssuer } from '../../projects/project.js'
import type { CustodyParams, CustodyResult, User } from '../../protocol/custody.js'
import { toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { Call } from '../devices/caller.js'
import { findSessions } from '../devices/session.js'
import { CallError } from '../errors/callError.js'
import { toFactorNeeded } from '../factors/takeFactor.js'
import { toShownName } from '../providers/authorization.js'
import { KeySetError } from '../providers/keySets.js'
import type { Subject } from '../providers/provider.js'
import { findLogin } from '../users/login.js'
import { type FactorNeeded, isFactorNeeded, repeatLogin } from './openSession.js'
import { admitLogin, logInByProvider } from './providerLogin.js'

/** Seconds. */
const times = {
  /** A token is for one login, right after it was issued. */
  maxAge: 300,
  /** By which the issuer's clock may differ. */
  tolerance: 30,
} as const

/** Milliseconds in which the same device, whose reply was lost, may send its token again. */
const repeatTime = 60_000

/**
 * Logs in a user identified by the app's own backend with a signed JWT [RFC 7519]. The project configures the issuer. A
 * token is a bearer secret that passes through the app's page: it is valid for five minutes and works once.
 */
export async function logInWithToken(
  call: Call,
  { token }: CustodyParams<'token.login'>,
): Promise<CustodyResult<'token.login'>> {
  const { custody, caller } = call
  const { project } = caller
  const terms = custody.projects.get(project)?.jwt
  if (!terms) throw new CallError('This app has no login with tokens.', { code: 'NO_PROVIDER' })
  await admitLogin(call)
  const { subject, id, validUntil } = await verifyToken(custody, { terms, token })
  const reply = await custody.database.inTransaction(async (client) => {
    await lockOn(client, [`token ${project} ${id}`])
    // one row per token, until its age alone makes it invalid
    const spent = await client.query(
      'INSERT INTO spent_statements VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1',
      [`token ${project}`, id, validUntil],
    )
    if (spent.length === 0) return repeat(call, client, subject)
    return logInByProvider(call, client, { provider: 'token', subject, within: null, entry: {} })
  })
  // thrown outside the transaction, as the login waits for the second factor
  if (isFactorNeeded(reply)) throw toFactorNeeded(reply.needs)
  return { user: reply }
}

async function repeat(call: Call, client: Queryable, subject: Subject): Promise<User | FactorNeeded> {
  const { custody, caller } = call
  const login = await findLogin(custody, client, { project: caller.project, ...subject })
  const { session, waiting } = await findSessions(custody, client, caller)
  const opened = session ?? waiting
  const isOwn = opened && login?.id === opened.loginId && custody.now() - opened.createdAt <= repeatTime
  const reply = isOwn ? await repeatLogin(call, client) : undefined
  if (!reply) throw refuse('it was already used')
  return reply
}

type VerifiedToken = {
  readonly subject: Subject
  /** Identifies the token: 64 hex digits. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly validUntil: number
}

/** Verifies a token: signature, issuer, audience and times. Throws `SOCIAL_REFUSED`, or `SOCIAL_FAILED` if its keys can't be fetched. */
async function verifyToken(
  { keySets, keys, now, warn }: Custody,
  { terms, token }: { readonly terms: TokenIssuer; readonly token: string },
): Promise<VerifiedToken> {
  const { issuer, audience, jwksUrl, subjectClaim, algorithms } = terms
  try {
    const { payload } = await jwtVerify(token, keySets.toGetKey(jwksUrl), {
      issuer,
      audience,
      algorithms: [...algorithms],
      requiredClaims: ['exp', 'iat', subjectClaim],
      maxTokenAge: times.maxAge,
      clockTolerance: times.tolerance,
      currentDate: new Date(now()),
    })
    const { jti, iat = 0 } = payload
    // not the signature: with ECDSA, whoever has a token can write another valid one
    const [header, claims] = token.split('.')
    const parts = typeof jti === 'string' && jti !== '' ? ['jti', jti] : ['whole', `${header}.${claims}`]
    return {
      subject: toSubject(payload, terms),
      id: toMac(keys.tokens, ['token', issuer, ...parts]).toString('hex'),
      validUntil: (iat + times.maxAge + 2 * times.tolerance) * 1_000,
    }
  } catch (cause) {
    if (cause instanceof CallError) throw cause
    if (cause instanceof KeySetError) {
      warn(cause)
      throw new CallError('The app’s login can’t be verified right now. Try again in a moment.', {
        code: 'SOCIAL_FAILED',
        cause,
      })
    }
    throw refuse(toReason(cause))
  }
}

function toSubject(payload: JWTPayload, { issuer, subjectClaim }: TokenIssuer): Subject {
  const subject = payload[subjectClaim]
  if (typeof subject !== 'string' || subject === '' || subject.length > 255)
    throw refuse(`its ${subjectClaim} is not a text of 1 to 255 characters`)
  const name = toShownName(payload['name'])
  // the app chooses the issuer: it must not be able to speak for a provider that goes by the same one
  return { issuer: `token ${issuer}`, subject, ...(name !== undefined && { name }) }
}

/** Returns the error for the app's developer. Quotes nothing from the token. */
function toReason(cause: unknown): string {
  if (cause instanceof errors.JWTExpired)
    return cause.claim === 'iat' ? 'it is older than five minutes' : 'it has expired'
  if (cause instanceof errors.JWTClaimValidationFailed)
    return cause.reason === 'missing' ? `it has no ${cause.claim}` : `its ${cause.claim} is not as expected`
  if (cause instanceof errors.JOSEAlgNotAllowed || cause instanceof errors.JOSENotSupported)
    return 'its algorithm is not allowed'
  if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys)
    return 'the key set has no such key'
  if (cause instanceof errors.JWSSignatureVerificationFailed) return 'its signature is not valid'
  return 'it is malformed'
}

function refuse(reason: string): CallError {
  return new CallError(`The app’s login token was rejected: ${reason}.`, { code: 'SOCIAL_REFUSED' })
}
