import { type RunningPostgres, startPostgres } from '../postgres/postgres.js'

const servers: RunningPostgres[] = []

/** Starts one database server for all test files of a run, unless `DATABASE_URL` names one: `providePostgres` uses it. */
export async function setup(): Promise<void> {
  if (process.env['DATABASE_URL']) return
  const settings = { max_connections: '400' }
  const server = await startPostgres({ databases: ['tests'], creators: ['tests'], settings })
  servers.push(server)
  process.env['DATABASE_URL'] = server.urls['tests']
}

export async function teardown(): Promise<void> {
  if (servers.length > 0) delete process.env['DATABASE_URL']
  await Promise.all(servers.splice(0).map(({ stop }) => stop()))
}
