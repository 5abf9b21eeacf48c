import { mkdir, readlink, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresProgram } from './findProgram.js'

/**
 * Gives the shared libraries the names that programs ask for, in a folder of its own: what npm installed may be read-only, and
 * shared. May be done again, and by several at once. Resolves with the environment in which the programs find them.
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
