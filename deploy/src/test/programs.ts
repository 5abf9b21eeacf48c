import { gatewayConfig } from '../../../apps/gateway/src/environment.js'
import { ConfigError, readConfig as readRelayConfig, settings, toVariable } from '../../../apps/relay/src/config.js'
import { custodyConfig, siteConfig } from '../../../apps/vault/src/settings/variables.js'
import { type ConfigDefinition, readConfig } from '../../../packages/server-kit/src/config.js'

const definitions: Readonly<Record<string, ConfigDefinition>> = {
  gateway: gatewayConfig,
  site: siteConfig,
  custody: custodyConfig,
}

const relayVariables = [...(Object.keys(settings) as (keyof typeof settings)[]).map(toVariable), 'RELAY_CONFIG_FILE']

/** The variables of the programs that operators run. */
export const programs: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(definitions).map(([name, { variables }]) => [name, Object.keys(variables)])),
  relay: relayVariables,
}

/** Contents of files with secrets. */
const secrets: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@postgres:5432/name',
  MIGRATION_DATABASE_URL: 'postgres://owner:password@postgres:5432/name',
  OPERATOR_TOKEN: 'a token of at least 16 characters',
  SMTP_URL: 'smtps://user:password@mail.example.org',
}

/** What a program would say about an environment at its start, apart from files that are not on this machine; and names that it doesn't read. */
export async function findProblems(
  program: string,
  environment: Readonly<Record<string, string | number>>,
): Promise<readonly string[]> {
  if (program === 'relay') return findRelayProblems(environment)
  const definition = definitions[program]
  if (!definition) throw new Error(`There is no program ${program}.`)
  const texts = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      const secret = name.endsWith('_FILE') && !(name in definition.variables) ? name.slice(0, -5) : undefined
      return secret === undefined ? [name, String(value)] : [secret, secrets[secret]]
    }),
  )
  const config = await readConfig(definition, texts)
  const known = [...Object.keys(definition.variables), 'NODE_ENV']
  return [
    ...config.describe().problems,
    ...Object.keys(texts)
      .filter((name) => !known.includes(name))
      .map((name) => `${program} doesn't read ${name}.`),
  ]
}

/** Its configuration file holds the database's URL. */
async function findRelayProblems(environment: Readonly<Record<string, string | number>>): Promise<readonly string[]> {
  const { RELAY_CONFIG_FILE, ...others } = environment
  const texts = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]))
  const unknown = Object.keys(texts).filter((name) => !relayVariables.includes(name) && name !== 'NODE_ENV')
  const problems = await readRelayConfig({ ...texts, RELAY_DATABASE_URL: secrets['DATABASE_URL'] }).then(
    () => [],
    (cause: unknown) => (cause instanceof ConfigError ? cause.problems : [String(cause)]),
  )
  return [
    ...(RELAY_CONFIG_FILE === undefined ? ['RELAY_CONFIG_FILE is not set.'] : []),
    ...problems,
    ...unknown.map((name) => `relay doesn't read ${name}.`),
  ]
}
