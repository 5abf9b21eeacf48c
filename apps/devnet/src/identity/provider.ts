import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWK } from 'jose'
import type { Configuration, KoaContextWithOIDC, default as Provider } from 'oidc-provider'
import { forgeIdToken, type IdentityFaults, type Signer } from './faults.js'
import { type IdentityName, identityKinds } from './kinds.js'
import { createIdentityStore } from './store.js'

/**
 * Returns the claims of a user name, from which the provider picks the requested ones. `ada` has a verified address, `ada.unverified` the same one unverified; `ada.operations` is
 * in the group `operations`.
 */
function toClaims(id: string): { readonly sub: string; readonly [claim: string]: unknown } {
  const [person = '', ...words] = id.split('.')
  return {
    sub: id,
    name: id,
    email: `${person}@example.org`,
    email_verified: !words.includes('unverified'),
    groups: words.filter((word) => word !== 'unverified'),
  }
}

type IdentityProviderOptions = {
  readonly name: IdentityName
  readonly issuer: string
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUris: readonly string[] }
  readonly jwk: JWK
  /** The key that signs now. Those of {@link IdentityProviderOptions.jwk} until it is rotated. */
  readonly getSigner: () => Signer
  readonly faults: () => IdentityFaults
}

/**
 * Creates an OpenID provider below the path of its name. It asks for a login each time, requires PKCE, and accepts a code once, as the
 * real ones do.
 */
export async function createIdentityProvider({
  name,
  issuer,
  client,
  jwk,
  getSigner,
  faults,
}: IdentityProviderOptions): Promise<Provider> {
  const { default: OidcProvider, interactionPolicy } = await loadOidcProvider()
  const kind = identityKinds[name]
  const policy = interactionPolicy.base()
  policy.remove('consent')
  // no login sessions: each request asks for a login
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('asked', 'It is asked each time.', 'login_required', (ctx) =>
        ctx.oidc.result?.login ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    )
  const settings: Configuration = {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...client.redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: name === 'x' || name === 'acme' ? 'client_secret_basic' : 'client_secret_post',
        application_type: 'web',
      },
    ],
    adapter: createIdentityStore(),
    jwks: { keys: [jwk] },
    scopes: ['openid', 'profile', 'name', 'email', 'groups', ...(kind.kind === 'oauth2' ? kind.scopes : [])],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/${name}/interaction/${uid}` },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: { interaction: `${name}_interaction`, resume: `${name}_resume`, session: `${name}_session` },
    },
    findAccount: (_, id) => ({ accountId: id, claims: () => toClaims(id) }),
    // consent covers everything that was requested
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        ...(ctx.oidc.client && { clientId: ctx.oidc.client.clientId }),
        ...(ctx.oidc.session?.accountId && { accountId: ctx.oidc.session.accountId }),
      })
      grant.addOIDCScope([...ctx.oidc.requestParamScopes].join(' '))
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 3_600, Session: 3_600 },
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'text'
      ctx.body = `${error}: ${error_description ?? ''}`
    },
  }
  const provider = new OidcProvider(issuer, settings)
  provider.use(async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    const { body, oidc } = ctx
    if (oidc?.route === 'token' && hasIdToken(body))
      ctx.body = { ...body, id_token: await forgeIdToken(body.id_token, { faults: faults(), signer: getSigner() }) }
    // Apple returns the name to the browser, outside of the id token
    if (name === 'apple' && oidc?.route === 'resume' && typeof body === 'string')
      ctx.body = body.replace('</form>', `${toNameField(oidc.session?.accountId ?? '')}</form>`)
  })
  return provider
}

/** Forwards a request to a provider below a path. */
export function serveBelow(
  provider: Provider,
  path: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const serve = provider.callback()
  return (request, response) => {
    const whole = request.url ?? '/'
    // tells the provider its mount path
    Object.assign(request, { originalUrl: whole, url: whole.slice(path.length) || '/' })
    void serve(request, response)
  }
}

function hasIdToken(body: unknown): body is { readonly id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'
}

function toNameField(name: string): string {
  const user = JSON.stringify({ name: { firstName: name, lastName: '' } }).replaceAll('"', '&quot;')
  return `<input type="hidden" name="user" value="${user}"/>`
}

/**
 * Loads oidc-provider on demand, because it is large. Suppresses its warning about the Node version, on which it works, as the tests
 * show.
 */
async function loadOidcProvider(): Promise<typeof import('oidc-provider')> {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}
