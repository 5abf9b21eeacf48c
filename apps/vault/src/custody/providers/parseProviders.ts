import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isSafeUrl } from '../../http/safeUrl.js'
import { logoSchema, toDataUrl } from '../../projects/brand.js'
import { providerId, toLoginName } from '../../protocol/login.js'
import type { ClientSecret, OAuthProvider, OidcProvider, Provider, Providers } from './provider.js'

/** Reads the providers of a JSON file, by name. It contains secrets, so only custody's account may read it. Throws if it is invalid. */
export async function readProviders(path: string): Promise<Providers> {
  try {
    return parseProviders(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    throw new Error(`${path} is not a list of providers: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

type Own = 'provider' | 'name' | 'clientId' | 'secret'

type PresetName = 'google' | 'apple' | 'github' | 'facebook' | 'x' | 'discord'

type Preset = (Omit<OidcProvider, Own> | Omit<OAuthProvider, Own>) & {
  /** How the secret is sent, if there is one. */
  readonly shows: 'post' | 'basic'
}

/**
 * Endpoints of the six providers, and the smallest scope that gives an id and a name. Email addresses aren't requested, as they aren't
 * used. `fresh` is each provider's strongest way to reauthenticate; Apple always does so, and X has none. The configuration can override
 * everything.
 */
const presets: Readonly<Record<PresetName, Preset>> = {
  google: {
    kind: 'oidc',
    issuer: 'https://accounts.google.com',
    scope: 'openid profile',
    fresh: { prompt: 'select_account' },
    shows: 'post',
  },
  // if the name is requested, Apple answers with a form post only, and gives the name once, unsigned
  apple: {
    kind: 'oidc',
    issuer: 'https://appleid.apple.com',
    scope: 'openid name',
    responseMode: 'form_post',
    shows: 'post',
  },
  github: {
    kind: 'oauth2',
    issuer: 'https://github.com/login/oauth',
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    userUrl: 'https://api.github.com/user',
    scope: 'read:user',
    subjectPath: ['id'],
    namePath: ['login'],
    fresh: { prompt: 'select_account' },
    shows: 'post',
  },
  facebook: {
    kind: 'oauth2',
    issuer: 'https://www.facebook.com',
    authorizationUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userUrl: 'https://graph.facebook.com/v23.0/me?fields=id,name',
    scope: 'public_profile',
    subjectPath: ['id'],
    namePath: ['name'],
    fresh: { auth_type: 'reauthenticate' },
    shows: 'post',
  },
  x: {
    kind: 'oauth2',
    issuer: 'https://x.com',
    authorizationUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    userUrl: 'https://api.x.com/2/users/me',
    scope: 'users.read tweet.read',
    subjectPath: ['data', 'id'],
    namePath: ['data', 'username'],
    shows: 'basic',
  },
  discord: {
    kind: 'oauth2',
    issuer: 'https://discord.com',
    authorizationUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    userUrl: 'https://discord.com/api/users/@me',
    scope: 'identify',
    subjectPath: ['id'],
    namePath: ['username'],
    fresh: { prompt: 'consent' },
    shows: 'post',
  },
}

const word = z.string().min(1).max(4_096)

const address = z.url({ protocol: /^https?$/ })

const hasMaxAge = ({ max_age: seconds = '0' }: Readonly<Record<string, string>>): boolean => /^\d{1,6}$/.test(seconds)

const common = {
  clientId: word,
  clientSecret: word.optional(),
  scope: word.optional(),
  fresh: z
    .record(z.string().regex(/^[a-z_]{1,40}$/), word)
    .refine(hasMaxAge, 'max_age is in seconds')
    .optional(),
}

const schema = z.strictObject({
  ...common,
  /** Apple's replacement for a secret. */
  apple: z.strictObject({ teamId: word, keyId: word, privateKey: word }).optional(),
  issuer: address.optional(),
  authorizationUrl: address.optional(),
  tokenUrl: address.optional(),
  userUrl: address.optional(),
})

/** A provider of the operator's choice. `authentication` is how the secret is sent, by default as OpenID Connect Core §9 has it. */
const ownSchema = z.strictObject({
  ...common,
  kind: z.literal('oidc'),
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[^\p{C}]+$/u, 'A name is one line of text'),
  issuer: address,
  icon: logoSchema.optional(),
  authentication: z.enum(['client_secret_basic', 'client_secret_post']).optional(),
})

const names = Object.keys(presets) as readonly PresetName[]

const isPreset = (name: string): name is PresetName => Object.hasOwn(presets, name)

/** Ids that stand for logins of other kinds, here or in the modal. */
const reserved: readonly string[] = ['email', 'farcaster', 'guest', 'passkey', 'phone', 'recovery', 'token', 'wallet']

const file = z.record(z.string(), z.unknown()).superRefine((entries, context) => {
  for (const name of Object.keys(entries))
    if (!providerId.test(name) || reserved.includes(name))
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `Not an id for a provider: use up to 32 of a-z, 0-9 and -, but none of ${reserved.join(', ')}`,
      })
})

type Entry = z.output<typeof schema>

/**
 * Parses the providers of a configuration: the six known ones, completed with the presets, then the operator's own. All endpoints use https
 * unless they are on this machine. Throws if it is invalid.
 */
export function parseProviders(value: unknown): Providers {
  const entries = parseEntry(file, value)
  const own = Object.keys(entries).filter((name) => !isPreset(name))
  const list = [...names.filter((name) => Object.hasOwn(entries, name)), ...own]
  return new Map(
    list.map((name) => {
      const provider = isPreset(name) ? toPreset(name, entries[name]) : toOwn(name, entries[name])
      assertSafe(provider)
      return [name, provider] as const
    }),
  )
}

function parseEntry<output>(schema: z.ZodType<output>, value: unknown, name?: string): output {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new Error(`${name === undefined ? '' : `${name}: `}${z.prettifyError(error)}`)
}

function toPreset(provider: PresetName, value: unknown): Provider {
  const { shows, ...preset } = presets[provider]
  const { clientId, clientSecret, apple, ...overrides } = parseEntry(schema, value, provider)
  const urls = ['authorizationUrl', 'tokenUrl', 'userUrl'] as const
  if (preset.kind === 'oidc' && urls.some((name) => overrides[name] !== undefined))
    throw new Error(`${provider} supports discovery: set its issuer only.`)
  const secret = toSecret({ provider, shows, clientSecret, apple })
  const given = Object.fromEntries(Object.entries(overrides).filter(([, one]) => one !== undefined))
  return { ...preset, ...given, provider, name: toLoginName(provider), clientId, secret } as Provider
}

function toOwn(provider: string, value: unknown): OidcProvider {
  const {
    authentication,
    clientSecret,
    icon,
    scope = 'openid profile',
    ...rest
  } = parseEntry(ownSchema, value, provider)
  if (!scope.split(' ').includes('openid')) throw new Error(`${provider} needs the scope openid.`)
  const shows = authentication === 'client_secret_post' ? 'post' : 'basic'
  const secret = toSecret({ provider, shows, clientSecret, apple: undefined })
  return { ...rest, provider, scope, secret, ...(icon && { icon: toDataUrl(icon) }) }
}

function assertSafe(provider: Provider): void {
  const { issuer } = provider
  const urls = provider.kind === 'oauth2' ? [provider.authorizationUrl, provider.tokenUrl, provider.userUrl] : []
  for (const url of [issuer, ...urls])
    if (!isSafeUrl(url)) throw new Error(`${provider.provider} needs https URLs: ${url} is not one.`)
}

function toSecret({
  provider,
  shows,
  clientSecret,
  apple,
}: Pick<Entry, 'clientSecret' | 'apple'> & {
  readonly provider: string
  readonly shows: Preset['shows']
}): ClientSecret {
  if (apple && clientSecret !== undefined) throw new Error(`${provider} has a secret and a key: set only one.`)
  if (apple) return { kind: 'apple', ...apple }
  return clientSecret === undefined ? { kind: 'none' } : { kind: shows, value: clientSecret }
}
