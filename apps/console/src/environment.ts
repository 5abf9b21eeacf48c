import { readFile } from 'node:fs/promises'
import {
  type Config,
  count,
  databaseUrl,
  defineConfig,
  flag,
  list,
  migrationVariables,
  poolSize,
  port,
  readConfig,
  stopVariables,
  text,
  toStopOptions,
  url,
  variable,
} from '@latchkey/server-kit/config'
import { readMutualTls } from '@latchkey/vault/operators'
import { type RoleMap, roleMap } from './server/singleSignOn.js'
import type { StartConsoleOptions } from './startConsole.js'

const webUrl = (example: string) => url({ schemes: ['https', 'http'], example })

const variables = {
  PUBLIC_URL: variable(
    text().refine(isPublicUrl, 'must be https://… without a path (or, on this machine, http://localhost)'),
    { about: 'the console in the browser: `https://console.example.org`. Passkeys belong to its host name' },
  ),
  PORT: variable(port(), { about: 'port to listen on; `0` for a free one', initial: '4187' }),
  HOST: variable(text(), { about: 'address to listen on; `0.0.0.0` for all', initial: '127.0.0.1' }),
  DATABASE_URL: variable(databaseUrl(), {
    about: 'PostgreSQL, a database of its own: `postgres://user:password@host:port/name`',
    secret: 'url',
  }),
  DATABASE_POOL: variable(poolSize(), { about: 'maximum connections of each process', initial: '5' }),
  ...migrationVariables,
  CONSOLE_SECRET_FILE: variable(text(), {
    about:
      'file with the secret of the database, 64 hex digits; created for a database that was never used. All processes need the same one',
  }),
  SESSION_IDLE_MINUTES: variable(count({ min: 1, max: 1_440 }), {
    about: 'minutes without use after which a session ends',
    initial: '30',
  }),
  SESSION_HOURS: variable(count({ min: 1, max: 168 }), {
    about: 'hours after which it ends in any case',
    initial: '12',
  }),
  VAULT_OPERATORS: variable(list().optional(), {
    about:
      "custody's listener for operators: the path of its socket, `http://127.0.0.1:4188`, or `https://10.0.0.5:4188`; several, separated by commas, stand in for each other",
    unset: 'no vault',
  }),
  VAULT_TOKEN: variable(text().optional(), {
    about: 'what `custody add-operator --name=operator-console --acts-for-others` prints',
    unset: 'required with a vault',
    secret: 'all',
  }),
  CUSTODY_TLS_CERT: variable(text().optional(), {
    about: "file with the operator's certificate, for https",
    unset: 'required with https',
  }),
  CUSTODY_TLS_KEY: variable(text().optional(), {
    about: 'file with its key, readable by this account only',
    unset: 'with the certificate',
  }),
  CUSTODY_TLS_CA: variable(text().optional(), {
    about: "file with the authority of custody's certificate",
    unset: 'with the certificate',
  }),
  GATEWAY_ADMIN_URL: variable(
    list()
      .refine((urls) => urls.every((one) => webUrl('').safeParse(one).success), 'must be a list of http or https URLs')
      .optional(),
    {
      about: "the gateway's `ADMIN_PORT`: `http://127.0.0.1:4189`; several stand in for each other",
      unset: 'no gateway',
    },
  ),
  GATEWAY_TOKEN: variable(text().optional(), {
    about: "the gateway's `OPERATOR_TOKEN`",
    unset: 'required with a gateway',
    secret: 'all',
  }),
  RELAY_URL: variable(webUrl('http://127.0.0.1:4185').optional(), {
    about: 'the relay over http, for its health: `http://127.0.0.1:4185`',
    unset: 'no relay',
  }),
  RELAY_METRICS_URL: variable(webUrl('http://127.0.0.1:4186').optional(), {
    about: 'its metrics: `http://127.0.0.1:4186`',
  }),
  OIDC_ISSUER: variable(text().refine(isIssuer, 'must be an https URL').optional(), {
    about: 'OpenID Connect provider for single sign-on',
    unset: 'passkeys only',
  }),
  OIDC_CLIENT_ID: variable(text().optional(), {
    about: "the console's client there",
    unset: 'required with an issuer',
  }),
  OIDC_CLIENT_SECRET: variable(text().optional(), {
    about: 'its secret',
    unset: 'required with an issuer',
    secret: 'all',
  }),
  OIDC_SCOPE: variable(text(), {
    about: 'what it asks for; providers that tell groups often need one more word',
    initial: 'openid email',
  }),
  OIDC_NAME: variable(text(), { about: 'what the button says', initial: 'single sign-on' }),
  OIDC_ROLES_FILE: variable(text().optional(), {
    about: 'JSON file with roles by verified email address and by group, see [Single sign-on](#single-sign-on)',
    unset: 'required with an issuer',
  }),
  TRUST_PROXY: variable(flag(), {
    about: '`1` identifies clients by `X-Forwarded-For`, which your proxy has to set',
    initial: '0',
  }),
  ...stopVariables,
} as const

/** All variables of the console. */
export const consoleConfig = defineConfig({ variables, prefixes: ['CONSOLE_', 'SESSION_', 'OIDC_'] })

type Environment = Readonly<Record<string, string | undefined>>
type ConsoleConfig = Config<typeof variables>
type Files = Pick<StartConsoleOptions, 'vault' | 'gateway' | 'singleSignOn'>

/** Reads the configuration and the files that it names. Never rejects: `config.check` throws for invalid settings. */
export async function readConsoleConfig(
  environment: Environment,
): Promise<{ readonly config: ConsoleConfig; readonly files: Files }> {
  const config = await readConfig(consoleConfig, environment)
  const { values, texts, attempt, load, report } = config
  const need = (name: keyof typeof variables, because: keyof typeof variables): string => {
    const value = values[name]
    if (value === undefined) report(`${because} is set, but not ${name}.`)
    return String(value ?? '')
  }
  const { VAULT_OPERATORS: vault, GATEWAY_ADMIN_URL: gateway, OIDC_ISSUER: issuer } = values
  const tls = await attempt(() => readMutualTls((name) => texts[name], { role: 'operator', now: Date.now() }))
  if (issuer !== undefined) need('OIDC_ROLES_FILE', 'OIDC_ISSUER')
  const roles = (await load('OIDC_ROLES_FILE', readRoles)) ?? { emails: {}, groups: {} }
  return {
    config,
    files: {
      vault: vault && { addresses: vault, token: need('VAULT_TOKEN', 'VAULT_OPERATORS'), tls },
      gateway: gateway && { addresses: gateway, token: need('GATEWAY_TOKEN', 'GATEWAY_ADMIN_URL') },
      singleSignOn:
        issuer === undefined
          ? undefined
          : {
              issuer,
              clientId: need('OIDC_CLIENT_ID', 'OIDC_ISSUER'),
              clientSecret: need('OIDC_CLIENT_SECRET', 'OIDC_ISSUER'),
              scope: values.OIDC_SCOPE,
              name: values.OIDC_NAME ?? '',
              roles,
            },
    },
  }
}

/** Reads the options from the environment, and from the file that `CONFIG_FILE` names. Throws an error with all problems. */
export async function readEnvironment(
  environment: Environment,
): Promise<StartConsoleOptions & ReturnType<typeof toStopOptions>> {
  const { config, files } = await readConsoleConfig(environment)
  const values = config.check()
  return {
    ...toStopOptions(values),
    ...files,
    publicUrl: values.PUBLIC_URL,
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    migrates: values.MIGRATE,
    secretFile: values.CONSOLE_SECRET_FILE,
    sessionIdle: values.SESSION_IDLE_MINUTES * 60_000,
    sessionTime: values.SESSION_HOURS * 3_600_000,
    relay:
      values.RELAY_URL === undefined
        ? undefined
        : {
            url: new URL(values.RELAY_URL),
            metricsUrl: values.RELAY_METRICS_URL === undefined ? undefined : new URL(values.RELAY_METRICS_URL),
          },
    trustsProxy: values.TRUST_PROXY,
  }
}

/** Browsers offer passkeys on https and on localhost only. */
function isPublicUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, pathname, search, hash } = new URL(value)
  const isLocal = protocol === 'http:' && /^(?:.+\.)?localhost$/.test(hostname)
  return (protocol === 'https:' || isLocal) && pathname === '/' && search === '' && hash === ''
}

function isIssuer(value: string): boolean {
  return URL.canParse(value) && /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:\/|$))/.test(value)
}

async function readRoles(file: string): Promise<RoleMap> {
  try {
    return roleMap.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    throw new Error(
      `OIDC_ROLES_FILE ${file} is not { "emails": { "ada@example.org": "owner" }, "groups": { "operations": "support" } }.`,
      { cause },
    )
  }
}
