import { readStopOptions } from '@latchkey/server-kit/http'
import { createFileClock } from '../clock/clock.js'
import { readNetworks } from '../networks/networks.js'
import { readProjects } from '../projects/parseProjects.js'
import { readMutualTls } from '../tls/mutualTls.js'
import type { StartSiteOptions } from './startSite.js'

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the options from environment variables. Empty ones count as unset. Throws for a missing or invalid one, and names it. */
export async function readEnvironment(
  environment: Environment,
): Promise<StartSiteOptions & ReturnType<typeof readStopOptions>> {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined
  const need = (name: string): string => {
    const value = read(name)
    if (value === undefined) throw new Error(`${name} is not set.`)
    return value
  }
  const port = read('PORT')
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new Error(`PORT must be a number, not ${port}.`)
  const publicUrl = read('PUBLIC_URL')
  if (publicUrl !== undefined && !(/^https?:/.test(publicUrl) && URL.canParse(publicUrl)))
    throw new Error(`PUBLIC_URL must be a URL such as https://vault.example, not ${publicUrl}.`)
  const clockFile = read('CLOCK_FILE')
  const now = clockFile === undefined ? undefined : createFileClock(clockFile)
  const tls = await readMutualTls(read, { role: 'site', now: (now ?? Date.now)() })
  const trust = read('TRUST_PROXY') ?? '0'
  if (trust !== '0' && trust !== '1') throw new Error(`TRUST_PROXY must be 0 or 1, not ${trust}.`)
  return {
    ...readStopOptions(read),
    projects: await readProjects(need('VAULT_PROJECTS_FILE')),
    networks: await readNetworks(need('VAULT_NETWORKS_FILE')),
    custody: need('CUSTODY')
      .split(',')
      .map((place) => place.trim()),
    tls,
    port: port === undefined ? undefined : Number(port),
    host: read('HOST'),
    publicUrl,
    trustsProxy: trust === '1',
    now,
  }
}
