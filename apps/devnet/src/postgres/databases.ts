import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PostgresWorld, runProgram } from './systemAccount.js'

type CreateDatabasesOptions = {
  readonly data: string
  readonly names: readonly string[]
  /** Names of databases whose owners may create databases. */
  readonly creators: readonly string[]
}

/**
 * Creates a database per name, owned by a role of the same name without access to the others. Resolves with their passwords, which
 * stay the same after the first start. Only while the server is stopped.
 */
export async function createDatabases(
  world: PostgresWorld,
  { data, names, creators }: CreateDatabasesOptions,
): Promise<Readonly<Record<string, string>>> {
  const file = join(world.folder, 'passwords.json')
  const known = await readPasswords(file)
  const missing = names.filter((name) => known[name] === undefined)
  if (missing.length === 0) return known
  const passwords = { ...known, ...Object.fromEntries(missing.map((name) => [name, randomBytes(24).toString('hex')])) }
  const statements = missing.flatMap((name) => toRoleStatements(name, passwords[name] ?? '', creators.includes(name)))
  const settings = ['-c', 'log_min_messages=error', '-c', `fsync=${world.isDurable ? 'on' : 'off'}`]
  const said = await runProgram(world, {
    name: 'postgres',
    args: ['--single', '-j', '-D', data, ...settings, 'postgres'],
    input: statements.map((statement) => `${statement};\n\n`).join(''),
  })
  // left by an earlier start that ended before it stored the password
  const fault = said.split('\n').find((line) => /ERROR|FATAL|PANIC/.test(line) && !line.includes('already exists'))
  if (fault) throw new Error(`Creating the databases failed: ${fault.trim()}`)
  await writeFile(`${file}.new`, JSON.stringify(passwords), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return passwords
}

function toRoleStatements(name: string, password: string, isCreator: boolean): readonly string[] {
  if (!/^[a-z][a-z_]{0,40}$/.test(name)) throw new Error(`${name} is not a valid database name.`)
  return [
    `CREATE ROLE ${name} LOGIN${isCreator ? ' CREATEDB' : ''}`,
    `ALTER ROLE ${name} PASSWORD '${password}'`,
    `CREATE DATABASE ${name} OWNER ${name}`,
    `REVOKE ALL ON DATABASE ${name} FROM PUBLIC`,
  ]
}

async function readPasswords(file: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(file, 'utf8').catch(() => '{}') // the first start
  return JSON.parse(text) as Readonly<Record<string, string>>
}

export type ClusterFiles = { readonly data: string; readonly access: string }

/**
 * Creates the data of a database server if there is none yet: atomically, even if two starts compete. Connections are only allowed from
 * this machine with a password, which the superuser does not have.
 */
export async function createCluster(world: PostgresWorld): Promise<ClusterFiles> {
  const { account, folder, isDurable } = world
  const data = join(folder, 'data')
  const access = join(folder, 'access.conf')
  await writeFile(access, 'host all all 127.0.0.1/32 scram-sha-256\n')
  if (await stat(join(data, 'PG_VERSION')).catch(() => undefined)) return { data, access } // not created yet
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
