import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isNodeSupported } from './isNodeSupported.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

/**
 * Prepares a fresh clone: checks Node's version, installs the lockfile's packages if they are missing, and puts the
 * repository's tools first on PATH. Uses no network if everything is in place.
 */
export async function bootstrap() {
  const { engines, packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (!isNodeSupported(process.versions.node, engines.node)) {
    throw new Error(
      `This repository needs Node ${engines.node}; this is Node ${process.versions.node}. Install a newer Node and run the command again.`,
    )
  }
  process.chdir(root)
  process.env.TURBO_TELEMETRY_DISABLED = '1'
  process.env.DO_NOT_TRACK = '1'
  if (!isInstalled()) await install(packageManager)
  process.env.PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
}

/** pnpm keeps a copy of the lockfile that it last installed completely. */
function isInstalled() {
  const copy = join(root, 'node_modules/.pnpm/lock.yaml')
  return existsSync(copy) && readFileSync(copy).equals(readFileSync(join(root, 'pnpm-lock.yaml')))
}

/** @param {string} packageManager such as `pnpm@10.34.9` */
async function install(packageManager) {
  process.stdout.write('Installing dependencies (once per change of the lockfile) …\n')
  const { code } = await run('npx', [
    '-y',
    packageManager,
    'install',
    '--frozen-lockfile',
    // the tools are development dependencies: the caller's NODE_ENV=production must not drop them
    '--prod=false',
    // a prompt may have no user to answer it
    '--config.confirmModulesPurge=false',
  ])
  if (code !== 0) {
    throw new Error(
      `Installing dependencies failed (exit code ${code}, output above). Check the network connection and the registry that npm is configured for, then run the command again.`,
    )
  }
}
