import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isSafeUrl } from '../../http/safeUrl.js'
import type { SocialProvider } from '../../protocol/login.js'
import type { ClientSecret, OAuthProvider, OidcProvider, Provider, Providers } from './provider.js'

/** Reads the providers of a JSON file, by name. It contains secrets, so only custody's account may read it. Throws if it is invalid. */
export async function readProviders(path: string): Promise<Providers> {
  try {
    return parseProviders(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    throw new Error(`${path} is not a list of providers: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

type Own = 'provider' | 'clientId' | 'secret'

type Preset = (Omit<OidcProvider, Own> | Omit<OAuthProvider, Own>) & {
  /** How the secret is sent, if there is one. */
  readonly shows: 'post' | 'basic'
}

/**
 * Endpoints of the six providers, and the smallest scope that gives an id and a name. Email addresses aren't requested, as they aren't
 * used. `fresh` is each provider's strongest way to reauthenticate; Apple always does so, and X has none. The configuration can override
 * everything.
 */
const presets: Readonly<Record<SocialProvider, Preset>> = {
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

const schema = z.strictObject({
  clientId: word,
  clientSecret: word.optional(),
  /** Apple's replacement for a secret. */
  apple: z.strictObject({ teamId: word, keyId: word, privateKey: word }).optional(),
  issuer: address.optional(),
  scope: word.optional(),
  fresh: z
    .record(z.string().regex(/^[a-z_]{1,40}$/), word)
    .refine(hasMaxAge, 'max_age is in seconds')
    .optional(),
  authorizationUrl: address.optional(),
  tokenUrl: address.optional(),
  userUrl: address.optional(),
})

const names = Object.keys(presets) as readonly SocialProvider[]

const file = z.strictObject(Object.fromEntries(names.map((name) => [name, schema.optional()])))

type Entry = z.output<typeof schema>

/**
 * Parses the providers of a configuration, completed with the presets. All endpoints use https unless they are on this machine. Throws if
 * it is invalid.
 */
export function parseProviders(value: unknown): Providers {
  const { success, data, error } = file.safeParse(value)
  if (!success) throw new Error(z.prettifyError(error))
  const entries = data as Readonly<Partial<Record<SocialProvider, Entry>>>
  return new Map(names.flatMap((name) => (entries[name] ? [[name, toProvider(name, entries[name])] as const] : [])))
}

function toProvider(provider: SocialProvider, entry: Entry): Provider {
  const { shows, ...preset } = presets[provider]
  const { clientId, clientSecret, apple, ...overrides } = entry
  const urls = ['authorizationUrl', 'tokenUrl', 'userUrl'] as const
  if (preset.kind === 'oidc' && urls.some((name) => overrides[name] !== undefined))
    throw new Error(`${provider} supports discovery: set its issuer only.`)
  const secret = toSecret({ provider, shows, clientSecret, apple })
  const given = Object.fromEntries(Object.entries(overrides).filter(([, one]) => one !== undefined))
  const whole = { ...preset, ...given, provider, clientId, secret } as Provider
  for (const url of [whole.issuer, ...(whole.kind === 'oauth2' ? urls.map((name) => whole[name]) : [])])
    if (!isSafeUrl(url)) throw new Error(`${provider} needs https URLs: ${url} is not one.`)
  return whole
}

function toSecret({
  provider,
  shows,
  clientSecret,
  apple,
}: Pick<Entry, 'clientSecret' | 'apple'> & {
  readonly provider: SocialProvider
  readonly shows: Preset['shows']
}): ClientSecret {
  if (apple && clientSecret !== undefined) throw new Error(`${provider} has a secret and a key: set only one.`)
  if (apple) return { kind: 'apple', ...apple }
  return clientSecret === undefined ? { kind: 'none' } : { kind: shows, value: clientSecret }
}
