import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemo } from '@latchkey/demo/server'
import {
  findFreePort,
  identityNames,
  startIdentity,
  startMailbox,
  startPostgres,
  startVault,
  toSignInNetworks,
} from '@latchkey/devnet'
import { readWorld } from './readWorld.js'
import type { World } from './Visit.js'

export type RunningWorld = World & { stop(): Promise<void> }

/**
 * Starts the demo with a vault at an IP address, for a browser that doesn't resolve names below `localhost`; the rest
 * is shared by all tests.
 */
export async function startNumericWorld(): Promise<RunningWorld> {
  const world = readWorld()
  const solana = JSON.parse(process.env['SOLANA'] ?? 'null') ?? undefined
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-e2e-browsers-'))
  const [port, demoPort] = [await findFreePort(), await findFreePort()]
  const [postgres, mailbox, identity] = await Promise.all([
    startPostgres({ databases: ['vault'] }),
    startMailbox(),
    startIdentity({ redirectUris: [`http://127.0.0.1:${port}/social/callback`] }),
  ])
  // one network with smart accounts, one without, as in all tests
  const [one, two] = world.chains
  const evm = [{ ...one, bundlerUrl: undefined, paymasterUrl: undefined }, two]
  const vault = await startVault({
    programs: new URL('../../../apps/vault/dist', import.meta.url).pathname,
    hostname: '127.0.0.1',
    port,
    folder,
    databaseUrl: postgres.urls['vault'] ?? '',
    smtpUrl: mailbox.smtpUrl,
    projects: { demo: { name: 'Latchkey demo', origins: [`http://localhost:${demoPort}`], returnPaths: ['/lab'] } },
    networks: toSignInNetworks({ evm, solana }),
    providers: identity.providers,
  })
  const { chains } = world
  const parts = { frameUrl: vault.url, mailboxUrl: mailbox.url }
  const demo = await startDemo({ config: { ...parts, chains, solana, socials: identityNames }, port: demoPort })
  return {
    ...parts,
    chains,
    demoUrl: demo.url,
    stop: async () => {
      for (const part of [demo, vault, mailbox, identity, postgres]) await part.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
