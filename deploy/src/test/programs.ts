import { gatewayConfig } from '../../../apps/gateway/src/environment.js'
import { custodyConfig, siteConfig } from '../../../apps/vault/src/settings/variables.js'
import { type ConfigDefinition, readConfig } from '../../../packages/server-kit/src/config.js'

/** The programs that operators run, with the variables that each reads. */
export const programs: Readonly<Record<string, ConfigDefinition>> = {
  gateway: gatewayConfig,
  site: siteConfig,
  custody: custodyConfig,
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
  const definition = programs[program]
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
