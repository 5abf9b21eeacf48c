import { consoleConfig } from '../../../apps/console/src/environment.js'
import { gatewayConfig } from '../../../apps/gateway/src/environment.js'
import { relayConfig } from '../../../apps/relay/src/config.js'
import { custodyConfig, holderConfig, siteConfig } from '../../../apps/vault/src/settings/variables.js'
import { type ConfigDefinition, readConfig } from '../../../packages/server-kit/src/config.js'

const definitions: Readonly<Record<string, ConfigDefinition>> = {
  gateway: gatewayConfig,
  site: siteConfig,
  custody: custodyConfig,
  holder: holderConfig,
  relay: relayConfig,
  console: consoleConfig,
}

/** Names of the environment variables of each program that operators run. */
export const programs: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(definitions).map(([name, { variables }]) => [name, Object.keys(variables)])),
}

/** Contents of files with secrets. */
const secrets: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@postgres:5432/name',
  MIGRATION_DATABASE_URL: 'postgres://owner:password@postgres:5432/name',
  RELAY_DATABASE_URL: 'postgres://user:password@postgres:5432/name',
  VAULT_TOKEN: 'a token that custody made',
  GATEWAY_TOKEN: 'a token of at least 16 characters',
  OPERATOR_TOKEN: 'a token of at least 16 characters',
  SMTP_URL: 'smtps://user:password@mail.example.org',
}

/**
 * Returns the problems that a program would report about an environment at start, except for files that are missing on
 * this machine; and the variables that it doesn't read.
 */
export async function findProblems(
  program: string,
  environment: Readonly<Record<string, string | number>>,
): Promise<readonly string[]> {
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
