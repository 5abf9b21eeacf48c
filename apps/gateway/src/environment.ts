import { readFile } from 'node:fs/promises'
import { readPoolSize } from '@latchkey/server-kit/database'
import { readStopOptions } from '@latchkey/server-kit/http'
import { readChains } from './chains/config.js'
import { readNetworks } from './siwx/siwx.js'
import type { StartGatewayOptions } from './startGateway.js'

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the options from environment variables. Empty variables count as missing. Throws for an invalid one. */
export async function readEnvironment(
  environment: Environment,
): Promise<StartGatewayOptions & ReturnType<typeof readStopOptions>> {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined
  const choose = <word extends string>(name: string, words: readonly word[]): word | undefined => {
    const value = read(name)
    const word = words.find((one) => one === value)
    if (value === undefined || word !== undefined) return word
    throw new Error(`${name} must be one of ${words.join(', ')}, not ${value}.`)
  }
  const count = (name: string): number | undefined => {
    const value = read(name)
    if (value === undefined || /^\d{1,9}$/.test(value)) return value === undefined ? undefined : Number(value)
    throw new Error(`${name} must be a whole number, not ${value}.`)
  }
  const port = read('PORT')
  const list = (name: string): readonly string[] | undefined =>
    read(name)
      ?.split(',')
      .map((one) => one.trim())
  const origins = list('SIWX_ORIGINS')
  const [imageOrigins, ipfsGateway] = [list('IMAGE_ORIGINS'), read('IPFS_GATEWAY')]
  const networks = read('SIWX_NETWORKS_FILE')
  const chains = read('CHAINS_FILE')
  const metricsPort = count('METRICS_PORT')
  const [zone, onramp, projects] = [read('NAMES_ZONE'), read('ONRAMP_FILE'), read('PROJECTS_FILE')]
  const [perClient, perProject] = [count('QUOTA_PER_CLIENT'), count('QUOTA_PER_PROJECT')]
  return {
    ...readStopOptions(read),
    port: port === undefined ? undefined : Number(port),
    host: read('HOST'),
    walletsFile: read('WALLETS_FILE'),
    imagesFolder: read('IMAGES_FOLDER'),
    imageProxy:
      choose('IMAGE_PROXY', ['0', '1']) === '0'
        ? false
        : imageOrigins || ipfsGateway
          ? { origins: imageOrigins, ipfsGateway }
          : undefined,
    databaseUrl: read('DATABASE_URL'),
    databasePool: readPoolSize(read),
    chains: chains === undefined ? undefined : await readChains(chains),
    names: zone === undefined ? undefined : { zone },
    onramp: onramp === undefined ? undefined : ((await readJsonFile(onramp)) as StartGatewayOptions['onramp']),
    projects: projects === undefined ? undefined : ((await readJsonFile(projects)) as StartGatewayOptions['projects']),
    quotas: perClient === undefined && perProject === undefined ? undefined : { perClient, perProject },
    operatorToken: read('OPERATOR_TOKEN'),
    metrics: metricsPort === undefined ? undefined : { port: metricsPort, host: read('METRICS_HOST') },
    trustsProxy: choose('TRUST_PROXY', ['0', '1']) === '1',
    siwx:
      origins === undefined || networks === undefined
        ? undefined
        : {
            origins,
            networks: await readNetworks(networks),
            statement: read('SIWX_STATEMENT'),
            session: choose('SIWX_SESSION', ['cookie', 'token']),
            sameSite: choose('SIWX_SAME_SITE', ['lax', 'none']),
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
