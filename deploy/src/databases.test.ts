import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, startPostgres } from '@latchkey/devnet'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../scripts/lib/run.mjs'
import { installTimeout, provideCommands } from './test/podman.js'

const script = new URL('../postgres/init.sh', import.meta.url).pathname
const services = ['gateway', 'vault', 'relay', 'console']

let obstacle: string | undefined
let folder: string
let postgres: RunningPostgres | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-databases-'))
  obstacle = await provideCommands({ psql: 'postgresql-client' })
  if (obstacle !== undefined) return
  postgres = await startPostgres({ databases: ['other'] })
  // the superuser has no password
  const access = 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n'
  await writeFile(join(postgres.folder, 'access.conf'), access)
  process.kill(postgres.pid, 'SIGHUP')
}, installTimeout)
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(({ skip }) => skip(obstacle !== undefined, obstacle))

const initialize = (): ReturnType<typeof run> =>
  run('sh', [script], {
    capture: true,
    env: { POSTGRES_USER: 'postgres', PASSWORDS: folder, PSQL: `psql --host=127.0.0.1 --port=${postgres?.port}` },
  })

/** Runs a statement as a role with the password that its file has. */
const query = (role: string, database: string, statement: string): ReturnType<typeof run> =>
  run(
    'psql',
    ['--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '--host=127.0.0.1', `--port=${postgres?.port}`, '--command', statement],
    {
      capture: true,
      env: { PGUSER: role, PGDATABASE: database, PGPASSFILE: join(folder, `${role}.pgpass`) },
    },
  )

async function writePassword(role: string, password: string): Promise<void> {
  await writeFile(join(folder, role), password)
  await writeFile(join(folder, `${role}.pgpass`), `*:*:*:*:${password.replaceAll(/[:\\]/g, '\\$&')}\n`, { mode: 0o600 })
}

describe('postgres/init.sh', () => {
  test('creates the missing roles and databases when it runs again after a failure', async () => {
    for (const role of ['gateway', 'gateway_owner', 'vault_owner'])
      await writePassword(role, `first "$HOME" of '${role}'`)
    expect((await initialize()).code).not.toBe(0)
    for (const role of services.flatMap((service) => [service, `${service}_owner`]))
      await writePassword(role, `"$HOME" of '${role}'`)
    for (const _ of ['resumed', 'again']) expect(await initialize()).toEqual({ code: 0, output: '' })
    for (const service of services) {
      expect(await query(`${service}_owner`, service, 'CREATE TABLE notes (text text)')).toMatchObject({ code: 0 })
      expect(await query(service, service, "INSERT INTO notes VALUES ('a')")).toMatchObject({ code: 0 })
      expect(await query(service, service, 'DROP TABLE notes')).toMatchObject({ code: 1 })
    }
    expect(await query('gateway', 'vault', 'SELECT 1')).toMatchObject({ code: 2 })
  })

  test('uses neither getenv nor bind, which psql 14 lacks', async () => {
    expect(await readFile(script, 'utf8')).not.toMatch(/^\\(?:getenv|bind)\b/m)
  })
})
