import { readFile } from 'node:fs/promises'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { isSafeUrl } from '../http/safeUrl.js'
import type { ProjectSettings } from '../protocol/operators.js'
import { brandSchema } from './brand.js'
import { policySchema } from './policy.js'
import type { Project, Projects, SmsPolicy, TokenIssuer } from './project.js'

/**
 * Whether a text is exactly one web origin as browsers serialize it: scheme, host, and a non-default port. No wildcard, path, user or
 * `null`; non-ASCII hosts in punycode.
 */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*\s/]+$/.test(text) || !URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  return origin === text && (protocol === 'https:' || protocol === 'http:') && hostname !== ''
}

/**
 * Whether a text is a valid paymaster URL: https, or http on this machine, without user and fragment. It is compared with the app's URL
 * exactly. [ERC-7677]
 */
function isPaymasterUrl(text: string): boolean {
  if (text.length > 2_048 || /[\s#]/.test(text) || !isSafeUrl(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** The id of a project. */
export const projectIdSchema: z.ZodType<string> = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'A project id must have 1 to 64 letters, digits, - or _')

/** No algorithm with a shared secret: whoever knows the public key could sign with it. [RFC 8725 §2.1] */
const tokenAlgorithms = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const),
]

const tokenIssuerSchema: z.ZodType<TokenIssuer> = z.strictObject({
  issuer: z.string().min(1).max(255),
  audience: z.string().min(1).max(255),
  jwksUrl: z
    .string()
    .max(2_048)
    .refine((url) => URL.canParse(url) && isSafeUrl(url), 'A key set must use https, or http on this machine'),
  subjectClaim: z.string().min(1).max(64).default('sub'),
  algorithms: z.array(z.enum(tokenAlgorithms)).min(1).max(20).default(tokenAlgorithms),
})

const smsSchema: z.ZodType<SmsPolicy> = z.strictObject({
  countries: z
    .array(z.string().refine(isSupportedCountry, 'A country must be an ISO 3166-1 code such as DE'))
    .min(1)
    .max(300),
  perDay: z.int().min(1).max(1_000_000).default(1_000),
})

/** The settings of a project. */
export const projectSchema: z.ZodType<Project> = z.strictObject({
  name: z.string().trim().min(1).max(100),
  brand: brandSchema.optional(),
  origins: z
    .array(
      z
        .string()
        .refine(
          isOrigin,
          'An origin must be written as browsers do, e.g. https://app.example or http://localhost:4173, without wildcard or path',
        ),
    )
    .min(1)
    .max(100),
  returnPaths: z
    .array(
      z
        .string()
        .max(1_024)
        .refine(isPath, 'A path must be written as browsers do, e.g. /login, without query, # or wildcard'),
    )
    .max(100)
    .optional(),
  paymasters: z
    .array(
      z.strictObject({
        url: z
          .string()
          .refine(isPaymasterUrl, 'A paymaster URL must use https, or http on this machine, without user or #'),
        chains: z
          .array(
            z.string().regex(/^eip155:[1-9]\d{0,14}$/, 'A paymaster network must be an EVM chain such as eip155:8453'),
          )
          .min(1),
      }),
    )
    .max(100)
    .optional(),
  passkeys: z.boolean().optional(),
  jwt: tokenIssuerSchema.optional(),
  guests: z.boolean().optional(),
  sms: smsSchema.optional(),
  selfCustody: z.enum(['off', 'optional', 'required']).optional(),
  policy: policySchema.optional(),
})

const projectsSchema = z.record(projectIdSchema, projectSchema)

/** A path as browsers serialize it. */
function isPath(text: string): boolean {
  return /^\/[^?#*]*$/.test(text) && new URL(`https://app.example${text}`).pathname === text
}

/** Key of a project's unparsed settings. Not enumerable, so that the project equals one that was created in code. */
const asWritten = Symbol('the settings as they were written')

type ParsedProject = Project & { readonly [asWritten]?: ProjectSettings }

/** Parses the projects of a JSON text. Throws if it is invalid. */
export function parseProjects(text: string): Projects {
  const value: unknown = JSON.parse(text)
  const { success, data, error } = projectsSchema.safeParse(value)
  if (!success) throw new Error(z.prettifyError(error))
  for (const [id, project] of Object.entries(data))
    Object.defineProperty(project, asWritten, { value: (value as Readonly<Record<string, unknown>>)[id] })
  return new Map(Object.entries(data))
}

/** The settings of a project as they were written. One that no text was parsed for has none of its `policy`. */
export function toSettings(project: ParsedProject): ProjectSettings {
  const known = project[asWritten]
  if (known) return known
  const { policy: _, brand, ...settings } = project
  const { color, logo } = brand ?? {}
  const look = { ...(color && { color }), ...(logo && { logo: `data:${logo.type};base64,${logo.base64}` }) }
  return { ...settings, ...(brand && { brand: look }) }
}

/** Reads the projects of a JSON file. Throws, naming the file, if it is missing or invalid. */
export async function readProjects(file: string): Promise<Projects> {
  try {
    return parseProjects(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} is not a list of projects: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
