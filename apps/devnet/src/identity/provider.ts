import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CryptoKey, JWK } from 'jose'
import type { Configuration, KoaContextWithOIDC, default as Provider } from 'oidc-provider'
import { forgeIdToken, type IdentityFaults } from './faults.js'
import { type IdentityName, identityKinds } from './kinds.js'
import { createIdentityStore } from './store.js'

type IdentityProviderOptions = {
  readonly name: IdentityName
  readonly issuer: string
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUris: readonly string[] }
  readonly jwk: JWK
  readonly key: CryptoKey
  readonly faults: () => IdentityFaults
}

/**
 * A real provider below the path of its name. It asks who it is each time, requires PKCE, and takes a code once: what an app may rely
 * on at the real one.
 */
export async function createIdentityProvider({
  name,
  issuer,
  client,
  jwk,
  key,
  faults,
}: IdentityProviderOptions): Promise<Provider> {
  const { default: OidcProvider, interactionPolicy } = await loadOidcProvider()
  const kind = identityKinds[name]
  const policy = interactionPolicy.base()
  policy.remove('consent')
  // nobody stays logged in here: each time it is asked who it is
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
        token_endpoint_auth_method: name === 'x' ? 'client_secret_basic' : 'client_secret_post',
        application_type: 'web',
      },
    ],
    adapter: createIdentityStore(),
    jwks: { keys: [jwk] },
    scopes: ['openid', 'profile', 'name', ...(kind.kind === 'oauth2' ? kind.scopes : [])],
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/${name}/interaction/${uid}` },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: { interaction: `${name}_interaction`, resume: `${name}_resume`, session: `${name}_session` },
    },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, name: id }) }),
    // whoever allows it allows all of it
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
      ctx.body = { ...body, id_token: await forgeIdToken(body.id_token, { faults: faults(), key }) }
    // Apple tells the name to the browser, beside what it signs
    if (name === 'apple' && oidc?.route === 'resume' && typeof body === 'string')
      ctx.body = body.replace('</form>', `${toNameField(oidc.session?.accountId ?? '')}</form>`)
  })
  return provider
}

/** Hands a request on to a provider, which lies below a path. */
export function serveBelow(
  provider: Provider,
  path: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const serve = provider.callback()
  return (request, response) => {
    const whole = request.url ?? '/'
    // how it learns where it lies
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
 * The identity provider's code, which is large and needed by few. It tells each time that it likes a newer Node better; on this one it
 * works, as the tests beside it show.
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
