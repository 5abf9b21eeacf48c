import { chmod, chown, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PostgresWorld, runProgram } from './runProgram.js'

export type ClusterFiles = { readonly data: string; readonly access: string }

/**
 * The data of a new database server where there is none yet: whole or not at all, even where two begin at once. Over the
 * network nobody gets in but from this machine and with a password, which the superuser does not have.
 */
export async function createCluster(world: PostgresWorld): Promise<ClusterFiles> {
  const { account, folder, isDurable } = world
  const data = join(folder, 'data')
  const access = join(folder, 'access.conf')
  await writeFile(access, 'host all all 127.0.0.1/32 scram-sha-256\n')
  if (await stat(join(data, 'PG_VERSION')).catch(() => undefined)) return { data, access } // not made yet
  const work = await mkdtemp(join(folder, 'new-'))
  try {
    if (account.uid !== undefined && account.gid !== undefined) await chown(work, account.uid, account.gid)
    const settings = ['--auth=reject', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-instructions']
    if (!isDurable) settings.push('--no-sync')
    await runProgram(world, { name: 'initdb', args: [`--pgdata=${work}`, ...settings] })
    await chmod(work, 0o700)
    await rename(work, data)
  } catch (cause) {
    await rm(work, { recursive: true, force: true })
    // another start was faster
    if (!(await stat(join(data, 'PG_VERSION')).catch(() => undefined))) throw cause
  }
  return { data, access }
}
