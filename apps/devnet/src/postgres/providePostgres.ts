import { borrowDatabases } from './borrowDatabases.js'
import { type StartPostgresOptions, startPostgres } from './startPostgres.js'

export type ProvidePostgresOptions = Pick<StartPostgresOptions, 'databases' | 'creators' | 'isDurable'> & {
  /** A server that runs already, with a user who may make databases. Default: the environment variable `DATABASE_URL`. */
  readonly server?: string | undefined
}

export type ProvidedPostgres = {
  /** By database. */
  readonly urls: Readonly<Record<string, string>>
  /** Leaves nothing behind. May be called often. */
  readonly stop: () => Promise<void>
}

/**
 * Empty databases for a test that does not touch the server itself: on the one that `DATABASE_URL` names, so that all tests can be run
 * on another version and another order of letters, else on one of their own, as {@link startPostgres} starts it.
 */
export async function providePostgres(options: ProvidePostgresOptions = {}): Promise<ProvidedPostgres> {
  const { databases = ['gateway'], creators, isDurable, server = process.env['DATABASE_URL']?.trim() } = options
  if (!server) return startPostgres({ databases, creators, isDurable })
  const { urls, drop } = await borrowDatabases({ url: server, names: databases })
  return { urls, stop: drop }
}
