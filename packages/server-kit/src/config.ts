import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { getDistance } from './distance.js'
import { getDetails, mask, text, type Variables, variable } from './variables.js'

const fileVariable: { readonly CONFIG_FILE: z.ZodType<string | undefined> } = {
  CONFIG_FILE: variable(text().optional(), {
    about: 'a JSON file with an object of these variables; the environment takes precedence',
  }),
}

type WithFile<variables extends Variables> = variables & typeof fileVariable

/** The configuration of a program: all its variables. */
export type ConfigDefinition<variables extends Variables = Variables> = {
  readonly variables: WithFile<variables>
  /** Beginnings of names that only this program uses: another variable that starts with one is a mistake. */
  readonly prefixes: readonly string[]
  /** Variables of programs that are often started with the same environment. */
  readonly alsoKnown: readonly string[]
}

/** Defines the configuration of a program. */
export function defineConfig<variables extends Variables>({
  variables,
  prefixes = [],
  alsoKnown = {},
}: {
  readonly variables: variables
  readonly prefixes?: readonly string[] | undefined
  readonly alsoKnown?: Variables | undefined
}): ConfigDefinition<variables> {
  return { variables: { ...variables, ...fileVariable }, prefixes, alsoKnown: toNames(alsoKnown) }
}

/** All names that variables have, with those of files of secrets. */
function toNames(variables: Variables): readonly string[] {
  return Object.entries(variables).flatMap(([name, schema]) =>
    getDetails(schema).secret === undefined ? [name] : [name, `${name}_FILE`],
  )
}

type Values<variables extends Variables> = { readonly [name in keyof variables]: z.output<variables[name]> }

/** A configuration that was read, and all that is wrong with it. */
export type Config<variables extends Variables = Variables> = {
  /** Valid values and defaults. */
  readonly values: Partial<Values<WithFile<variables>>>
  /** All values as text, valid or not, from any source. */
  readonly texts: Readonly<Record<string, string>>
  /** Adds a problem. */
  readonly report: (problem: string) => void
  /** Runs a function, such as one that reads a file. Returns undefined if it throws, and adds its message to the problems. */
  readonly attempt: <result>(work: () => result | Promise<result>) => Promise<result | undefined>
  /** Loads the resource that a variable names. Returns undefined if it isn't set, or on a failure, which is added to the problems. */
  readonly load: <name extends keyof variables, result>(
    name: name,
    read: (value: NonNullable<Values<variables>[name]>) => result | Promise<result>,
  ) => Promise<result | undefined>
  /** Returns the values. Throws a {@link ConfigError} with all problems, if there is one. */
  readonly check: () => Values<WithFile<variables>>
  /** The effective values, with where each comes from, and without secrets. */
  readonly describe: () => ConfigDescription
}

type ConfigDescription = {
  readonly values: Readonly<Record<string, { readonly value: string | null; readonly from: string }>>
  readonly problems: readonly string[]
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.length === 1 ? problems[0] : `${problems.length} problems:\n- ${problems.join('\n- ')}`)
    this.problems = problems
  }
}

type Texts = Readonly<Record<string, string | undefined>>

/** A text and its source: `environment`, or the name of a file. */
type Found = { readonly value: string; readonly from: string }

/**
 * Reads a configuration: each variable from the environment, or from the file that `CONFIG_FILE` names, and secrets also from the file
 * that `NAME_FILE` names in one of the two. Texts without anything but spaces count as unset. Never rejects: `check` throws.
 */
export async function readConfig<variables extends Variables>(
  definition: ConfigDefinition<variables>,
  environment: Texts,
): Promise<Config<variables>> {
  const problems: string[] = []
  const known = [...new Set([...toNames(definition.variables), ...definition.alsoKnown])]
  const values: Record<string, unknown> = {}
  const attempt = async <result>(work: () => result | Promise<result>): Promise<result | undefined> => {
    try {
      return await work()
    } catch (cause) {
      problems.push(cause instanceof Error ? cause.message : String(cause))
      return undefined
    }
  }
  const { file, found } = await findTexts(definition, { environment, attempt })
  for (const [name, schema] of Object.entries<z.ZodType>(definition.variables)) {
    const one = found[name]
    const { initial, secret } = getDetails(schema)
    const result = schema.safeParse(one?.value ?? initial)
    if (result.success) values[name] = result.data
    else if (one) {
      const value = secret === undefined ? `, not ${one.value.slice(0, 200)}.` : '.'
      problems.push(`${name} ${result.error.issues[0]?.message}${value}`)
    } else if (!problems.some((problem) => problem.startsWith(`${name}_FILE`))) problems.push(`${name} is not set.`)
  }
  const isSet = (name: string): boolean => Object.hasOwn(found, name)
  problems.push(...findUnknown(environment, { ...definition, known, isSet }))
  for (const name of Object.keys(file).filter((one) => !known.includes(one)))
    problems.push(`${environment['CONFIG_FILE']} has an unknown variable ${name}.${suggest(name, known)}`)
  return {
    values: values as Partial<Values<WithFile<variables>>>,
    texts: Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value])),
    report: (problem) => void problems.push(problem),
    attempt,
    load: async (name, read) => {
      const value = values[String(name)]
      return value === undefined ? undefined : attempt(() => read(value as never))
    },
    check: () => {
      if (problems.length > 0) throw new ConfigError(problems)
      return values as Values<WithFile<variables>>
    },
    describe: () => ({ values: describeValues(definition.variables, found), problems }),
  }
}

/** Reads only the texts, for commands that need few of the variables. Throws if a file cannot be read. */
export async function readTexts(
  definition: ConfigDefinition,
  environment: Texts,
): Promise<Readonly<Record<string, string>>> {
  const { found } = await findTexts(definition, { environment, attempt: async (work) => work() })
  return Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value]))
}

type Attempt = <result>(work: () => Promise<result>) => Promise<result | undefined>

async function findTexts(
  { variables }: ConfigDefinition,
  { environment, attempt }: { readonly environment: Texts; readonly attempt: Attempt },
): Promise<{ readonly file: Texts; readonly found: Readonly<Record<string, Found>> }> {
  const path = environment['CONFIG_FILE']?.trim()
  const file: Texts = (path && (await attempt(() => readConfigFile(path, variables)))) || {}
  const sources = [
    { texts: environment, name: 'environment' },
    { texts: file, name: `file ${path}` },
  ]
  const found: Record<string, Found> = {}
  for (const [name, schema] of Object.entries(variables)) {
    const one = await attempt(() => findText(name, { schema, sources }))
    if (one) found[name] = one
  }
  return { file, found }
}

/** Lists the variables of secrets and of their files, which child processes must not inherit. */
export function listSecrets({ variables }: ConfigDefinition): readonly string[] {
  return Object.entries(variables)
    .filter(([, schema]) => getDetails(schema).secret !== undefined)
    .flatMap(([name]) => [name, `${name}_FILE`])
}

/** Reads the file. Numbers, flags and lists may be JSON's own. Throws an error with its path. */
async function readConfigFile(path: string, variables: Variables): Promise<Readonly<Record<string, string>>> {
  let content: unknown
  try {
    content = JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    // the parser's message quotes the text, which has secrets
    const reason = cause instanceof SyntaxError ? 'not valid JSON' : (cause as Error).message
    throw new Error(`CONFIG_FILE ${path} cannot be read: ${reason}.`, { cause })
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(`CONFIG_FILE ${path} must contain a JSON object.`)
  return Object.fromEntries(
    Object.entries(content)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, toText(value, { name, path, variables })]),
  )
}

function toText(
  value: unknown,
  { name, path, variables }: { readonly name: string; readonly path: string; readonly variables: Variables },
): string {
  if (typeof value === 'string') return value
  const schema = variables[name]
  if (schema && getDetails(schema).isJson) return JSON.stringify(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',')
  throw new Error(`${name} in ${path} must be a text, a number, true, false or a list of texts.`)
}

type Source = { readonly texts: Texts; readonly name: string }

async function findText(
  name: string,
  { schema, sources }: { readonly schema: z.ZodType; readonly sources: readonly Source[] },
): Promise<Found | undefined> {
  for (const { texts, name: from } of sources) {
    const value = texts[name]?.trim()
    const path = getDetails(schema).secret === undefined ? undefined : texts[`${name}_FILE`]?.trim()
    if (value && path) throw new Error(`${name}_FILE and ${name} are both set: set only one.`)
    if (value) return { value, from }
    if (!path) continue
    const content = await readFile(path, 'utf8').catch((cause: unknown) => {
      throw new Error(`${name}_FILE cannot be read: ${(cause as Error).message}.`, { cause })
    })
    if (content.trim() === '') throw new Error(`${name}_FILE is empty: ${path}.`)
    return { value: content.trim(), from: `file ${path}` }
  }
  return undefined
}

/** Variables that Kubernetes sets for each service of a namespace. */
const serviceLinks = /_(?:SERVICE_(?:HOST|PORT)(?:_\w+)?|PORT_\d+_(?:TCP|UDP)(?:_(?:PROTO|PORT|ADDR))?)$/

/**
 * Finds mistakes in an environment, which also has variables of other programs: names that start as only this program's do, and names
 * that nearly equal one that is not set.
 */
function findUnknown(
  environment: Texts,
  {
    variables,
    prefixes,
    known,
    isSet,
  }: Pick<ConfigDefinition, 'variables' | 'prefixes'> & {
    readonly known: readonly string[]
    readonly isSet: (name: string) => boolean
  },
): readonly string[] {
  const missing = Object.keys(variables).filter((name) => !isSet(name))
  return Object.keys(environment)
    .filter((name) => environment[name]?.trim() && !known.includes(name) && !serviceLinks.test(name))
    .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)) || findNear(name, missing) !== undefined)
    .map((name) => `Unknown variable ${name}.${suggest(name, known)}`)
}

function findNear(name: string, names: readonly string[]): string | undefined {
  const max = name.length > 6 ? 2 : 1
  const near = names.map((one) => ({ one, distance: getDistance(name, one, max) }))
  return near.filter(({ distance }) => distance <= max).sort((a, b) => a.distance - b.distance)[0]?.one
}

function suggest(name: string, known: readonly string[]): string {
  const near = findNear(name, known)
  return near === undefined ? '' : ` Did you mean ${near}?`
}

function describeValues(variables: Variables, found: Readonly<Record<string, Found>>): ConfigDescription['values'] {
  return Object.fromEntries(
    Object.entries(variables).map(([name, schema]) => {
      const { initial, secret } = getDetails(schema)
      const one = found[name]
      if (one) return [name, { value: mask(one.value, secret), from: one.from }]
      return [name, { value: initial ?? null, from: initial === undefined ? 'unset' : 'default' }]
    }),
  )
}

/** Prints the effective values as JSON, and the problems to stderr; then the exit code is 1. For `--print-config`. */
export function printConfig({ describe }: Pick<Config, 'describe'>): void {
  const { values, problems } = describe()
  process.stdout.write(`${JSON.stringify(values, undefined, 2)}\n`)
  if (problems.length === 0) return
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}

/** The rows of a table of a program's variables, for its README: name, meaning and default, as Markdown. */
export function listVariables({ variables }: ConfigDefinition): readonly (readonly [string, string, string])[] {
  return Object.entries<z.ZodType>(variables).map(([name, schema]) => {
    const { about, initial, unset = 'none', secret } = getDetails(schema)
    const isOptional = schema.safeParse(undefined).success
    const names = secret === undefined ? `\`${name}\`` : `\`${name}\`, \`${name}_FILE\``
    return [names, about, initial === undefined ? (isOptional ? unset : 'required') : `\`${initial}\``]
  })
}
