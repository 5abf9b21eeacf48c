import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { providePostgres, type RunningMailbox, startMailbox } from '@latchkey/devnet'
import { type SpawnedProgram, spawnProgram } from '@latchkey/devnet/programs'
import type { Release } from './makeReleases.js'
import { startFront } from './startFront.js'

export type Deployment = {
  readonly publicUrl: string
  readonly databaseUrl: string
  readonly mailbox: RunningMailbox
  /** Replaces the running versions on the same database. The old ones are stopped once the new ones respond. */
  readonly deploy: (releases: readonly Release[]) => Promise<void>
  /** Closes the open connections, so that the next ones may reach another process. */
  readonly turn: () => void
  /** Kills all processes at once with SIGKILL. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Runs the vault like an operator: separate processes behind one address, a database and a mail server. */
export async function startDeployment({ origin }: { readonly origin: string }): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-deployment-'))
  const [postgres, mailbox, front] = await Promise.all([
    providePostgres({ databases: ['vault'] }),
    startMailbox({ now: Date.now }),
    startFront(),
  ])
  const publicUrl = `http://vault.localhost:${front.port}`
  const [projects, networks] = [join(folder, 'projects.json'), join(folder, 'networks.json')]
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: ['http://127.0.0.1:1'] } }
  await writeFile(projects, JSON.stringify({ demo: { name: 'Demo', origins: [origin] } }))
  await writeFile(networks, JSON.stringify([{ id: 31337, name: 'Local', nativeCurrency, rpcUrls }]))
  const shared = { PUBLIC_URL: publicUrl, VAULT_PROJECTS_FILE: projects }
  let running: SpawnedProgram[] = []
  let count = 0

  async function startRelease(release: Release): Promise<{ readonly port: number; readonly parts: SpawnedProgram[] }> {
    const socket = join(folder, `custody-${count++}.sock`)
    const [custody, site] = await Promise.all([
      spawnProgram(join(release.folder, 'custody.mjs'), {
        ...shared,
        CUSTODY_SOCKET: socket,
        DATABASE_URL: postgres.urls['vault'] ?? '',
        VAULT_KEK_FILE: join(folder, 'kek'),
        VAULT_KEK_CREATE: '1',
        SMTP_URL: mailbox.smtpUrl,
        MAIL_FROM: 'Latchkey <login@vault.example>',
      }),
      spawnProgram(join(release.folder, 'site.mjs'), {
        ...shared,
        CUSTODY: socket,
        VAULT_NETWORKS_FILE: networks,
      }),
    ])
    return { port: Number(new URL(site.url).port), parts: [site, custody] }
  }
  const end = async (programs: readonly SpawnedProgram[], signal: NodeJS.Signals): Promise<void> =>
    void (await Promise.all(programs.map(({ kill }) => kill(signal))))
  const kill = async (): Promise<void> => {
    front.lead([])
    await end(running.splice(0), 'SIGKILL')
  }
  return {
    publicUrl,
    databaseUrl: postgres.urls['vault'] ?? '',
    mailbox,
    async deploy(releases) {
      const [before, ports] = [running, [] as number[]]
      running = []
      for (const { port, parts } of await Promise.all(releases.map(startRelease))) {
        ports.push(port)
        running.push(...parts)
      }
      front.lead(ports)
      await end(before, 'SIGTERM')
    },
    turn: front.turn,
    kill,
    async stop() {
      await kill()
      front.stop()
      await Promise.all([mailbox.stop(), postgres.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
