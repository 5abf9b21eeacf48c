import {
  type Config,
  type MonitoringOptions,
  readConfig,
  readMonitoring,
  toStopOptions,
} from '@latchkey/server-kit/config'
import { createFileClock } from '../clock/clock.js'
import { readNetworks } from '../networks/networks.js'
import { readProjects } from '../projects/parseProjects.js'
import { siteConfig } from '../settings/variables.js'
import { readMutualTls } from '../tls/mutualTls.js'
import type { StartSiteOptions } from './startSite.js'

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the configuration and the files that it names. Never rejects: `config.check` throws for invalid settings. */
export async function readSiteConfig(environment: Environment): Promise<{
  readonly config: Config<(typeof siteConfig)['variables']>
  readonly files: Pick<StartSiteOptions, 'tls' | 'now'> &
    MonitoringOptions & {
      readonly projects: StartSiteOptions['projects'] | undefined
      readonly networks: StartSiteOptions['networks'] | undefined
    }
}> {
  const config = await readConfig(siteConfig, environment)
  const now = await config.load('CLOCK_FILE', createFileClock)
  const files = {
    projects: await config.load('VAULT_PROJECTS_FILE', readProjects),
    networks: await config.load('VAULT_NETWORKS_FILE', readNetworks),
    tls: await config.attempt(() =>
      readMutualTls((name) => config.texts[name], { role: 'site', now: (now ?? Date.now)() }),
    ),
    now,
    ...(await readMonitoring(config, { service: 'latchkey-site' })),
  }
  return { config, files }
}

/** Reads the options from the environment, and from the file that `CONFIG_FILE` names. Throws an error with all problems. */
export async function readEnvironment(
  environment: Environment,
): Promise<StartSiteOptions & ReturnType<typeof toStopOptions> & MonitoringOptions> {
  const { config, files } = await readSiteConfig(environment)
  const values = config.check()
  const { networks = [], ...rest } = files
  return {
    ...toStopOptions(values),
    ...rest,
    networks,
    custody: values.CUSTODY,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    trustsProxy: values.TRUST_PROXY,
  }
}
