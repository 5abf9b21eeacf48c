import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { providePostgres, type RunningMailbox, startMailbox } from '@latchkey/devnet'
import type { Release } from './makeReleases.js'
import { startFront } from './startFront.js'

export type Deployment = {
  readonly publicUrl: string
  readonly databaseUrl: string
  readonly mailbox: RunningMailbox
  /** Puts these versions in place of those that run, on the same database: first the new ones answer, then the old ones end. */
  readonly deploy: (releases: readonly Release[]) => Promise<void>
  /** The next connections may go to another process than those that are there. */
  readonly turn: () => void
  /** Ends all processes at once, without notice. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The vault as an operator runs it: processes of their own, a database, a mail server, and one address before all of it. */
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
  const shared = { PUBLIC_URL: publicUrl, VAULT_PROJECTS_FILE: projects, DRAIN_SECONDS: '0' }
  let running: ChildProcess[] = []
  let count = 0

  async function startRelease(release: Release): Promise<{ readonly port: number; readonly parts: ChildProcess[] }> {
    const socket = join(folder, `custody-${count++}.sock`)
    const [custody, site] = await Promise.all([
      startProgram(join(release.folder, 'custody.mjs'), {
        ...shared,
        CUSTODY_SOCKET: socket,
        DATABASE_URL: postgres.urls['vault'] ?? '',
        VAULT_KEK_FILE: join(folder, 'kek'),
        VAULT_KEK_CREATE: '1',
        SMTP_URL: mailbox.smtpUrl,
        MAIL_FROM: 'Latchkey <login@vault.example>',
      }),
      startProgram(join(release.folder, 'site.mjs'), {
        ...shared,
        CUSTODY: socket,
        VAULT_NETWORKS_FILE: networks,
        PORT: '0',
      }),
    ])
    return { port: Number(new URL(String(site.said['url'])).port), parts: [site.child, custody.child] }
  }
  const end = async (children: readonly ChildProcess[], signal: NodeJS.Signals): Promise<void> => {
    await Promise.all(
      children.map(async (child) => {
        const closed = once(child, 'close')
        child.kill(signal)
        await closed
      }),
    )
  }
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

/** Runs a program until it says that it is ready. */
async function startProgram(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly child: ChildProcess; readonly said: Readonly<Record<string, unknown>> }> {
  const child = spawn(process.execPath, [file], { env: { ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close').then(() => {
    throw new Error(`${file} ended at its start.`)
  })
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const [line] = await Promise.race([first, ended])
  ended.catch(() => undefined) // handled when the process is stopped
  return { child, said: JSON.parse(line) as Readonly<Record<string, unknown>> }
}
