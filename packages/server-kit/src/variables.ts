import { z } from 'zod'

/** Description of a variable for the README and `--print-config`. */
export type VariableDetails = {
  /** Markdown, for the table in the README. */
  readonly about: string
  /** The text that counts if the variable is not set. */
  readonly initial?: string | undefined
  /** Effect of leaving an optional variable unset. Default: `none`. */
  readonly unset?: string | undefined
  /**
   * Masks the printed value: `all` of it, or the parts of a `url` that may be secret. A secret can also be read from the file that
   * `NAME_FILE` names.
   */
  readonly secret?: 'all' | 'url' | undefined
  /** Whether the text is JSON, so that a configuration file may have the value itself. */
  readonly isJson?: boolean | undefined
}

const registry = z.registry<VariableDetails>()

/** Schemas of texts, by the names of variables. An optional schema makes an optional variable. */
export type Variables = Readonly<Record<string, z.ZodType>>

/** Defines a variable. `schema` parses its text; its messages follow the name: `must be a port`. */
export function variable<schema extends z.ZodType>(schema: schema, details: VariableDetails): schema {
  registry.add(schema, details)
  return schema
}

export function getDetails(schema: z.ZodType): VariableDetails {
  return registry.get(schema) ?? { about: '' }
}

/** Any text. */
export const text = (): z.ZodString => z.string()

export const port = (): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port')
    .transform(Number)
    .refine((value) => value <= 65_535, 'must be a port')

/** A whole number. */
export const count = ({
  min = 0,
  max = 999_999_999,
}: {
  readonly min?: number | undefined
  readonly max?: number | undefined
} = {}): z.ZodType<number> => {
  const message = max === 999_999_999 && min === 0 ? 'must be a whole number' : `must be a number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

/** Seconds, returned as milliseconds. */
export const seconds = (): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d{1,4}(\.\d{1,3})?$/, 'must be a number of seconds')
    .transform((value) => Number(value) * 1_000)

/** `0` or `1`. */
export const flag = (): z.ZodType<boolean> => choice(['0', '1']).transform((value) => value === '1')

export const choice = <const word extends string>(words: readonly word[]): z.ZodType<word> =>
  z.string().refine((value): value is word => words.includes(value as word), `must be one of ${words.join(', ')}`)

/** Texts, separated by commas. */
export const list = (): z.ZodType<readonly string[]> =>
  z.string().transform((value) => value.split(',').map((one) => one.trim()))

/** A URL with one of these schemes, such as `https`. */
export const url = ({
  schemes,
  example,
}: {
  readonly schemes: readonly string[]
  readonly example: string
}): z.ZodType<string> =>
  z
    .string()
    .refine(
      (value) => schemes.some((scheme) => value.toLowerCase().startsWith(`${scheme}:`)) && URL.canParse(value),
      `must be a URL such as ${example}`,
    )

/** PostgreSQL. Not all that `pg` accepts is a URL: it may have no host but a socket. */
export const databaseUrl = (): z.ZodType<string> =>
  z
    .string()
    .regex(/^(?:postgres(?:ql)?:\/\/|socket:|\/)/, 'must be a URL such as postgres://user:password@host:port/name')

/** Variables for stopping a server, see {@link toStopOptions}. */
export const stopVariables: {
  readonly DRAIN_SECONDS: z.ZodType<number>
  readonly STOP_SECONDS: z.ZodType<number>
} = {
  DRAIN_SECONDS: variable(seconds(), {
    about:
      'after SIGTERM, seconds until it stops listening; longer than your load balancer takes to notice that `/ready` is 503',
    initial: '2',
  }),
  STOP_SECONDS: variable(seconds(), { about: 'seconds that pending requests get after that', initial: '25' }),
}

/** The options of `listen` and `stopOnSignals` from {@link stopVariables}. */
export function toStopOptions(values: { readonly DRAIN_SECONDS: number; readonly STOP_SECONDS: number }): {
  readonly stopPause: number
  readonly stopTimeout: number
} {
  return { stopPause: values.DRAIN_SECONDS, stopTimeout: values.STOP_SECONDS }
}

/** The size of a pool of connections. */
export const poolSize = (): z.ZodType<number> => count({ min: 1, max: 999 })

/** Variables for migrating the schema of a program with a database. */
export const migrationVariables: {
  readonly MIGRATE: z.ZodType<boolean>
  readonly MIGRATION_DATABASE_URL: z.ZodType<string | undefined>
} = {
  MIGRATE: variable(flag(), {
    about:
      '`0`: never changes the schema, and refuses to start with one that is older than it needs; run [`migrate`](#migrations) first',
    initial: '1',
  }),
  MIGRATION_DATABASE_URL: variable(databaseUrl().optional(), {
    about:
      'only for commands that change the schema, such as [`migrate`](#migrations): the database, by a role that may do that',
    unset: '`DATABASE_URL`',
    secret: 'url',
  }),
}

/** Replaces the parts of a text that may be secret. */
export function mask(value: string, secret: VariableDetails['secret']): string {
  if (secret === undefined) return value
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(value) ?? []
  if (secret === 'all' || scheme === '') return hidden
  // to the last @: a password may have one that is not encoded
  const [, user, place = rest] = /^([^:@/?#]*)(?::.*)?@(.*)$/s.exec(rest) ?? []
  const shown = /^https?:/i.test(scheme) ? place.replace(/[/?#].+$/s, `/${hidden}`) : maskQuery(place)
  const hasPassword = user !== undefined && rest.length > user.length + 1 + place.length
  return `${scheme}${user === undefined ? '' : `${user}${hasPassword ? `:${hidden}` : ''}@`}${shown}`
}

const hidden = '****'

function maskQuery(place: string): string {
  return place.replace(/([?&][^=&]*(?:pass|key|token|secret)[^=&]*=)[^&]*/gi, `$1${hidden}`)
}
