import { createHash } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import { type Role, roles } from '../access.js'
import { operatorName } from '../api.js'
import { appendLog } from './audit.js'
import type { StoreContext } from './database.js'
import { ConsoleError } from './errors.js'
import { addOperator, changeRole, findBySubject, type Operator } from './operators.js'

/** An OpenID Connect provider whose users may sign in. */
export type SingleSignOnOptions = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Default: `openid email`. */
  readonly scope?: string | undefined
  /** On the button. */
  readonly name: string
  readonly roles: RoleMap
}

/** Roles by verified email address and by group. The strongest one counts. */
export type RoleMap = z.output<typeof roleMap>
export const roleMap: z.ZodType<{
  readonly emails: Readonly<Record<string, Role>>
  readonly groups: Readonly<Record<string, Role>>
}> = z.strictObject({
  emails: z.record(z.email().toLowerCase(), z.enum(roles)).default({}),
  groups: z.record(z.string().min(1).max(200), z.enum(roles)).default({}),
})

export type SingleSignOn = {
  readonly name: string
  /** Returns the URL to redirect the browser to, and the secrets that verify its return. Rejects if the provider can't be reached. */
  readonly begin: () => Promise<{ readonly url: string; readonly secrets: string }>
  /** Returns the operator who signed in. Throws `SINGLE_SIGN_ON`. */
  readonly finish: (context: StoreContext, answer: { readonly url: URL; readonly secrets: string }) => Promise<Operator>
}

/** Seconds. */
const timeout = 6

const secretsSchema = z.object({ state: z.string(), verifier: z.string(), nonce: z.string() })

/** Signs operators in at a provider. Nothing is contacted before the first sign-in. */
export function createSingleSignOn(
  { issuer, clientId, clientSecret, scope = 'openid email', name, roles: map }: SingleSignOnOptions,
  { publicUrl }: { readonly publicUrl: URL },
): SingleSignOn {
  const redirectUri = new URL('/api/single-sign-on/callback', publicUrl).href
  const open = (): Promise<Configuration> =>
    discovery(new URL(issuer), clientId, undefined, ClientSecretPost(clientSecret), {
      // a token counts by its signature, not by the connection it came over
      execute: [enableNonRepudiationChecks, ...(new URL(issuer).protocol === 'http:' ? [allowInsecureRequests] : [])],
      timeout,
    })
  return {
    name,
    async begin() {
      const secrets = { state: randomState(), verifier: randomPKCECodeVerifier(), nonce: randomNonce() }
      const client = await open().catch((cause: unknown) => {
        throw new ConsoleError(`${name} does not answer. Try again, or use a passkey.`, {
          code: 'SERVICE_UNAVAILABLE',
          cause,
        })
      })
      const url = buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, secrets: JSON.stringify(secrets) }
    },
    async finish(context, { url, secrets }) {
      const { state, verifier, nonce } = secretsSchema.parse(JSON.parse(secrets))
      const claims = await readClaims(await open(), { url, state, verifier, nonce }).catch((cause: unknown) => {
        throw new ConsoleError(`${name} did not confirm who you are. Try again, or use a passkey.`, {
          code: 'SINGLE_SIGN_ON',
          cause,
        })
      })
      return admit(context, { ...claims, role: findRole(map, claims) })
    },
  }
}

type Claims = {
  readonly subject: string
  readonly email: string | undefined
  readonly groups: readonly string[]
}

const claimsSchema = z.object({
  email: z.string().max(320).optional(),
  email_verified: z.boolean().optional(),
  groups: z.array(z.string()).optional().catch(undefined),
})

async function readClaims(
  client: Configuration,
  answer: { readonly url: URL; readonly state: string; readonly verifier: string; readonly nonce: string },
): Promise<Claims> {
  const tokens = await authorizationCodeGrant(client, answer.url, {
    expectedState: answer.state,
    pkceCodeVerifier: answer.verifier,
    expectedNonce: answer.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || claims.iss !== client.serverMetadata().issuer)
    throw new Error('The provider returned no valid ID token.')
  const { email, email_verified: isVerified, groups } = claimsSchema.parse(claims)
  return {
    subject: `${claims.iss} ${claims.sub}`,
    // an address that the provider didn't verify may be anybody's
    email: isVerified === true ? email?.toLowerCase() : undefined,
    groups: groups ?? [],
  }
}

/** The strongest role of an email address and of groups. */
export function findRole(map: RoleMap, { email, groups }: Pick<Claims, 'email' | 'groups'>): Role | undefined {
  const read = (list: Readonly<Record<string, Role>>, key: string | undefined): readonly Role[] =>
    key !== undefined && Object.hasOwn(list, key) ? [list[key] as Role] : []
  const found = [...read(map.emails, email), ...groups.flatMap((group) => read(map.groups, group))]
  return roles.find((role) => found.includes(role))
}

/** Returns the operator of an identity, with the role of the mapping. The first sign-in creates the operator. */
async function admit(context: StoreContext, claims: Claims & { readonly role: Role | undefined }): Promise<Operator> {
  const { subject, email, role } = claims
  const known = await findBySubject(context, context.database, subject)
  if (role === undefined || known?.isRemoved === true)
    throw new ConsoleError('Your account has no role in this console. Ask an owner.', { code: 'SINGLE_SIGN_ON' })
  if (known) {
    if (known.role !== role) await changeRole(context, { id: known.id, role, by: known.name })
    return { id: known.id, name: known.name, role, isSingleSignOn: true }
  }
  const name = toName(email, subject)
  return context.database.inTransaction(async (client) => {
    const operator = await addOperator(context, client, { name, role, by: 'single sign-on', subject })
    await appendLog(context, client, { event: 'operator.added', operator: name, role, by: 'single sign-on' })
    return operator
  })
}

/** Returns a name that the services accept and that can't imitate another operator's: it includes the whole address or a hash. */
function toName(email: string | undefined, subject: string): string {
  const hash = createHash('sha256').update(subject).digest('hex').slice(0, 8)
  const readable = (email ?? '').replace('@', '-at-').replaceAll(/[^\w.-]/g, '-')
  const name = `${readable.slice(0, 55)}.${hash}`
  return operatorName.safeParse(name).success ? name : `sso.${hash}`
}
