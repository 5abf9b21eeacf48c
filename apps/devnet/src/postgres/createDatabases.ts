import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PostgresWorld, runProgram } from './runProgram.js'

export type CreateDatabasesOptions = {
  readonly data: string
  readonly names: readonly string[]
  /** Those whose owner may create others. */
  readonly creators: readonly string[]
}

/**
 * A database of each name, owned by a role of the same name that reaches no other. Resolves with their passwords, which stay as they
 * were at the first start. Only while the server does not run.
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
  const statements = missing.flatMap((name) => toStatements(name, passwords[name] ?? '', creators.includes(name)))
  const settings = ['-c', 'log_min_messages=error', '-c', `fsync=${world.isDurable ? 'on' : 'off'}`]
  const said = await runProgram(world, {
    name: 'postgres',
    args: ['--single', '-j', '-D', data, ...settings, 'postgres'],
    input: statements.map((statement) => `${statement};\n\n`).join(''),
  })
  // of an earlier start that was ended before it could note the password
  const fault = said.split('\n').find((line) => /ERROR|FATAL|PANIC/.test(line) && !line.includes('already exists'))
  if (fault) throw new Error(`The databases could not be made: ${fault.trim()}`)
  await writeFile(`${file}.new`, JSON.stringify(passwords), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return passwords
}

function toStatements(name: string, password: string, isCreator: boolean): readonly string[] {
  if (!/^[a-z][a-z_]{0,40}$/.test(name)) throw new Error(`${name} is no name of a database.`)
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
