import { readFile } from 'node:fs/promises'
import {
  type Config,
  choice,
  count,
  databaseUrl,
  defineConfig,
  flag,
  list,
  type MonitoringOptions,
  migrationVariables,
  monitoringVariables,
  poolSize,
  port,
  readConfig,
  readMonitoring,
  stopVariables,
  text,
  toStopOptions,
  url,
  variable,
} from '@latchkey/server-kit/config'
import { readChains } from './chains/config.js'
import { minTokenLength, tokenRule } from './monitoring/operator.js'
import { readNetworks } from './siwx/siwx.js'
import type { StartGatewayOptions } from './startGateway.js'
import { readWallets } from './wallets/wallets.js'

const isWebUrl = (value: string): boolean => /^https?:/.test(value) && URL.canParse(value)

const variables = {
  PORT: variable(port(), { about: 'port to listen on; `0` for a free one', initial: '4174' }),
  HOST: variable(text(), { about: 'address to listen on; `0.0.0.0` for all', initial: '127.0.0.1' }),
  WALLETS_FILE: variable(text().optional(), {
    about: 'JSON file with the wallets, an array or `{ "data": [...] }`',
    unset: 'the list of Latchkey',
  }),
  IMAGES_FOLDER: variable(text().optional(), {
    about: 'images, as `wallets/{image_id}.svg`, `assets/{id}.png`, `tokens/usdc.webp`, `currencies/eur.svg`',
  }),
  IMAGE_PROXY: variable(flag(), {
    about:
      '`0` disables the proxy for images of tokens, NFTs and names; initials are shown instead, see [Images](#images)',
    initial: '1',
  }),
  IMAGE_ORIGINS: variable(
    list()
      .refine((urls) => urls.every(isWebUrl), 'must be a list of http or https URLs')
      .optional(),
    {
      about: 'image hosts that are allowed anywhere, also over http: `http://localhost:8080,https://images.lan:8443`',
    },
  ),
  IPFS_GATEWAY: variable(url({ schemes: ['https', 'http'], example: 'https://ipfs.example.org' }).optional(), {
    about: 'where `ipfs://` images are loaded from: `https://ipfs.example.org`',
    unset: 'none: they are not loaded',
  }),
  DATABASE_URL: variable(databaseUrl().optional(), {
    about: 'PostgreSQL for sign-in, history, names and quotas, `postgres://user:password@host:port/name`',
    unset: 'none: no sign-in',
    secret: 'url',
  }),
  DATABASE_POOL: variable(poolSize(), {
    about: 'maximum connections to it, besides one per indexed chain',
    initial: '8',
  }),
  ...migrationVariables,
  CHAINS_FILE: variable(text().optional(), { about: 'JSON file with the chains to serve, see [Chains](#chains)' }),
  QUOTA_PER_CLIENT: variable(count(), {
    about: 'requests per minute and address; `0` for unlimited',
    initial: '3000',
  }),
  QUOTA_PER_PROJECT: variable(count(), { about: 'the same per `projectId`', initial: '60000' }),
  SIWX_ORIGINS: variable(list().optional(), {
    about: 'origins that may sign in: `https://app.example.org,https://shop.example.org`',
    unset: 'none: no sign-in',
  }),
  SIWX_NETWORKS_FILE: variable(text().optional(), {
    about:
      'JSON list of networks for sign-in, as in `viem/chains`, with `chainNamespace` and `caipNetworkId` for other than EVM',
    unset: 'none: no sign-in',
  }),
  SIWX_STATEMENT: variable(text().optional(), {
    about: 'the statement that each message must have',
    unset: 'the page chooses',
  }),
  SIWX_SESSION: variable(choice(['cookie', 'token']), {
    about: '`cookie`, or `token`, which the page stores',
    initial: 'cookie',
  }),
  SIWX_SAME_SITE: variable(choice(['lax', 'none']), {
    about: '`lax`, or `none` for pages of another site, over https',
    initial: 'lax',
  }),
  NAMES_ZONE: variable(text().optional(), { about: 'follows each name after a dot: `key.example.org`' }),
  ONRAMP_FILE: variable(text().optional(), {
    about: 'JSON file with on-ramp providers, see [Purchases](#purchases)',
    unset: 'none: no purchases',
  }),
  PROJECTS_FILE: variable(text().optional(), {
    about: 'JSON file with settings by project id, see [Projects and error reports](#projects-and-error-reports)',
  }),
  OPERATOR_TOKEN: variable(text().min(minTokenLength, tokenRule).optional(), {
    about: `at least ${minTokenLength} characters; sent as \`Authorization: Bearer …\`, it allows the details of \`/health\` and the API for operators`,
    unset: 'none: nobody reads them',
    secret: 'all',
  }),
  ADMIN_PORT: variable(port().optional(), {
    about:
      'port of the API for operators, see [Operating it](#operating-it); needs `OPERATOR_TOKEN`; `0` for a free one',
    unset: 'none: no such API',
  }),
  ADMIN_HOST: variable(text(), { about: 'address of that port', initial: '127.0.0.1' }),
  ...monitoringVariables,
  TRACE_ORIGINS: variable(
    list()
      .refine((urls) => urls.every(isWebUrl), 'must be a list of http or https URLs')
      .optional(),
    { about: 'origins of your own nodes, which get the id and the trace of each request: `http://node.internal:8545`' },
  ),
  TRUST_PROXY: variable(flag(), {
    about: '`1` identifies clients by `X-Forwarded-For`, which your proxy has to set',
    initial: '0',
  }),
  ...stopVariables,
} as const

/** All variables of the gateway. */
export const gatewayConfig = defineConfig({ variables, prefixes: ['GATEWAY_', 'SIWX_', 'ONRAMP_'] })

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the configuration and the files that it names. Never rejects: `config.check` throws for invalid settings. */
export async function readGatewayConfig(environment: Environment): Promise<{
  readonly config: Config<typeof variables>
  readonly monitoring: MonitoringOptions
  readonly files: Pick<StartGatewayOptions, 'chains' | 'onramp' | 'projects'> & {
    readonly networks: NonNullable<StartGatewayOptions['siwx']>['networks'] | undefined
  }
}> {
  const config = await readConfig(gatewayConfig, environment)
  const files = {
    chains: await config.load('CHAINS_FILE', readChains),
    onramp: (await config.load('ONRAMP_FILE', readJsonFile)) as StartGatewayOptions['onramp'],
    projects: (await config.load('PROJECTS_FILE', readJsonFile)) as StartGatewayOptions['projects'],
    networks: await config.load('SIWX_NETWORKS_FILE', readNetworks),
  }
  // reports an invalid list together with everything else
  await config.load('WALLETS_FILE', readWallets)
  return { config, files, monitoring: await readMonitoring(config, { service: 'latchkey-gateway' }) }
}

/** Reads the options from the environment, and from the file that `CONFIG_FILE` names. Throws an error with all problems. */
export async function readEnvironment(
  environment: Environment,
): Promise<StartGatewayOptions & ReturnType<typeof toStopOptions> & MonitoringOptions> {
  const { config, files, monitoring } = await readGatewayConfig(environment)
  const values = config.check()
  const { SIWX_ORIGINS: origins, IMAGE_ORIGINS: imageOrigins, IPFS_GATEWAY: ipfsGateway } = values
  const { networks, ...rest } = files
  return {
    ...toStopOptions(values),
    ...rest,
    ...monitoring,
    traceOrigins: values.TRACE_ORIGINS,
    port: values.PORT,
    host: values.HOST,
    walletsFile: values.WALLETS_FILE,
    imagesFolder: values.IMAGES_FOLDER,
    imageProxy: values.IMAGE_PROXY && { origins: imageOrigins, ipfsGateway },
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    migrates: values.MIGRATE,
    names: values.NAMES_ZONE === undefined ? undefined : { zone: values.NAMES_ZONE },
    quotas: { perClient: values.QUOTA_PER_CLIENT, perProject: values.QUOTA_PER_PROJECT },
    operatorToken: values.OPERATOR_TOKEN,
    admin: values.ADMIN_PORT === undefined ? undefined : { port: values.ADMIN_PORT, host: values.ADMIN_HOST },
    trustsProxy: values.TRUST_PROXY,
    siwx:
      origins === undefined || networks === undefined
        ? undefined
        : {
            origins,
            networks,
            statement: values.SIWX_STATEMENT,
            session: values.SIWX_SESSION,
            sameSite: values.SIWX_SAME_SITE,
          },
  }
}

/** Reads a JSON file. Throws an error with its name. */
async function readJsonFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} is not valid JSON, or cannot be read.`, { cause })
  }
}
