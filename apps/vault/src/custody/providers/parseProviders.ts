import { z } from 'zod'
import { isSafeUrl } from '../../http/isSafeUrl.js'
import type { SocialProvider } from '../../protocol/login.js'
import { type Preset, presets } from './presets.js'
import type { ClientSecret, Provider, Providers } from './provider.js'

const word = z.string().min(1).max(4_096)
const address = z.url({ protocol: /^https?$/ })
const hasMaxAge = ({ max_age: seconds = '0' }: Readonly<Record<string, string>>): boolean => /^\d{1,6}$/.test(seconds)
const schema = z.strictObject({
  clientId: word,
  clientSecret: word.optional(),
  /** Instead of a secret, of Apple. */
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
 * The providers of a configuration, each completed by what is known of it. What is sent to them, and read from them, goes over https
 * unless they are on this machine. Throws what is wrong.
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
    throw new Error(`${provider} says itself where it is found: name its issuer only.`)
  const secret = toSecret({ provider, shows, clientSecret, apple })
  const given = Object.fromEntries(Object.entries(overrides).filter(([, one]) => one !== undefined))
  const whole = { ...preset, ...given, provider, clientId, secret } as Provider
  for (const url of [whole.issuer, ...(whole.kind === 'oauth2' ? urls.map((name) => whole[name]) : [])])
    if (!isSafeUrl(url)) throw new Error(`${provider} is asked over https: ${url} is not.`)
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
  if (apple && clientSecret !== undefined) throw new Error(`${provider} has a secret and a key: one of them is meant.`)
  if (apple) return { kind: 'apple', ...apple }
  return clientSecret === undefined ? { kind: 'none' } : { kind: shows, value: clientSecret }
}
